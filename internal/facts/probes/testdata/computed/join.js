// want: fs.readFileSync call "a"
// optional: folding String and Array methods
// may: fs.? call
const fs = require("fs");
fs[["read", "File", "Sync"].join("")]("a");
