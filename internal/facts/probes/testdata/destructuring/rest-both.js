// want: fs.readFile call "a"
// want: fs.stat call "b"
const fs = require("fs");
const { readFile, ...rest } = fs;
rest.stat("b", () => {});
readFile("a", () => {});
