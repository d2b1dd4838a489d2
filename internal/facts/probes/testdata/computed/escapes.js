// want: fs.readFileSync call "a"
const fs = require("fs");
fs["\x72eadFile\u0053ync"]("a");
