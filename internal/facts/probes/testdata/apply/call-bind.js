// want: fs.readFileSync call "a"
// may: globals.Function reference
const fs = require("fs");
const read = Function.call.bind(fs.readFileSync);
read(fs, "a");
