// want: fs.readFile call "a"
const util = require("util");
const fs = require("fs");
const readFile = util.promisify(fs.readFile);
readFile("a");
