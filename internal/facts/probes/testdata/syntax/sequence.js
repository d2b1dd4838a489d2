// want: fs.readFileSync call "a"
var fs;
var x = (1, (fs = require("fs")), fs.readFileSync("a"));
