// want: fs.readFile call "a"
// may: fs.stat reference
// note: stat is copied and never called
const fs = require("fs");
const out = {};
for (const k of ["readFile", "stat"]) out[k] = fs[k];
out.readFile("a", () => {});
