// want: fs.statSync call "a"
let io, n = 0;
do {
  if (io) io.statSync("a");
  io = require("fs");
} while (n++ < 2);
