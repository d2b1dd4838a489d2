// want: fs.readFileSync call "a"
const fs = require("fs");
const read = Function.call.bind(fs.readFileSync);
read(fs, "a");
