// want: fs.readFileSync call "a"
const { readFileSync } = require("fs");
readFileSync("a");
