// want: fs.readFile call "a"
// want: fs.promises.unlink call "b"
const fs = require("fs");
const fsp = fs.promises;
fs.readFile("a", () => {});
fsp.unlink("b");
