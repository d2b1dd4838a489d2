// want: fs.readFileSync call "a"
const fs = require("fs");
fs.readFileSync.call(fs, "a");
