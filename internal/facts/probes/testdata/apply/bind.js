// want: fs.readFileSync call "a"
const fs = require("fs");
const read = fs.readFileSync.bind(fs);
read("a");
