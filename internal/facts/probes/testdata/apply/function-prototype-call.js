// want: fs.readFileSync call "a"
// may: globals.Function reference
const fs = require("fs");
Function.prototype.call.call(fs.readFileSync, fs, "a");
