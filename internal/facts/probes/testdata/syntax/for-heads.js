// want: fs.statSync call "a"
// want: fs.unlinkSync call "b"
for (var fs = require("fs"), i = 0; i < 1; i++, fs.unlinkSync("b")) fs.statSync("a");
