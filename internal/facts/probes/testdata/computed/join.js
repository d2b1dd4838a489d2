// want: fs.readFileSync call "a"
// optional: folding String and Array methods
const fs = require("fs");
fs[["read", "File", "Sync"].join("")]("a");
