// want: fs.readFileSync call "a"
const fs = globalThis.noSuchFs || require("fs");
fs.readFileSync("a");
