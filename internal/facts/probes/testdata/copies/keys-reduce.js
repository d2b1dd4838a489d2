// want: fs.readFileSync call "a"
const fs = require("fs");
const out = Object.keys(fs).reduce((acc, key) => {
  acc[key] = fs[key];
  return acc;
}, {});
out.readFileSync("a");
