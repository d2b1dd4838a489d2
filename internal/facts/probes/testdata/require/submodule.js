// want: fs/promises.readFile call "a"
const { readFile } = require("fs/promises");
readFile("a");
