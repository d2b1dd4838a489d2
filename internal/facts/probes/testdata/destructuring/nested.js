// want: fs.promises.readFile call "a"
const { promises: { readFile } } = require("fs");
readFile("a");
