// want: fs.readFile call "a"
// want: fs.unlink call "b"
const { promisify } = require("util");
const fs = require("fs");
const one = promisify(fs.readFile);
const two = promisify(fs.unlink);
one("a");
two("b");
