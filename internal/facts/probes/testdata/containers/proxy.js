// want: fs.readFileSync call "a"
// may: fs escape
const fs = new Proxy(require("fs"), {});
fs.readFileSync("a");
