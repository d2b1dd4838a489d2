// want: fs.readFileSync call "a"
const fs = require("fs");
fs?.readFileSync?.("a");
