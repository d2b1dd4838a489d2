// want: fs.readFileSync call "a"
const fs = require("fs");
const io = { fs };
io.fs.readFileSync("a");
