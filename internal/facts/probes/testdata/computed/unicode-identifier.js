// want: fs.readFileSync call "a"
const fs = require("fs");
fs.re\u0061dFileSync("a");
