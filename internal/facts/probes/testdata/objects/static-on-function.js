// want: fs.readFileSync call "a"
function io() {}
io.fs = require("fs");
io.fs.readFileSync("a");
