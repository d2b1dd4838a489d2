// want: fs.readFileSync call "a"
const fs = require("fs");
const out = {};
for (const key in fs) out[key] = fs[key];
out.readFileSync("a");
