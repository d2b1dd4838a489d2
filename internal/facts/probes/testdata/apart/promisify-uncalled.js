// want: fs.readFile call "a"
// want: fs.unlink reference
// may: fs.unlink call
const { promisify } = require("util");
const fs = require("fs");
const one = promisify(fs.readFile);
exports.two = promisify(fs.unlink);
one("a");
