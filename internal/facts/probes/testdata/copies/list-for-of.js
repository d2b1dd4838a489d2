// want: fs.readFile call "a"
// want: fs.stat call "b"
const { promisify: p } = require("util");
const fs = require("fs");
const out = {};
for (const k of ["readFile", "stat"]) out[k] = p(fs[k]);
out.readFile("a");
out.stat("b");
