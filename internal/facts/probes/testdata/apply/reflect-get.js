// want: fs.readFileSync call "a"
const fs = require("fs");
Reflect.get(fs, "readFileSync")("a");
