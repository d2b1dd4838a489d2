// want: fs.readFileSync call "a"
const { readFileSync = null } = require("fs");
readFileSync("a");
