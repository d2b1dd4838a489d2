// want: fs.readFileSync call "a"
const fs = require("fs");
Reflect.apply(fs.readFileSync, fs, ["a"]);
