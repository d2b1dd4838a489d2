// want: fs.readFileSync call "a"
const io = {};
io.core = {};
io.core.fs = require("fs");
io.core.fs.readFileSync("a");
