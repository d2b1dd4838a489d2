// want: fs.readFileSync call "a"
const fs = require("fs");
Function.prototype.call.call(fs.readFileSync, fs, "a");
