// want: fs.readFile call "x"
const fs = require("fs");
const r = fs.readFile;
r("x", () => {});
