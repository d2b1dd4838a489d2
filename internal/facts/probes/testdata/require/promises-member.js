// want: fs.promises.readFile call "a"
const fs = require("fs").promises;
fs.readFile("a");
