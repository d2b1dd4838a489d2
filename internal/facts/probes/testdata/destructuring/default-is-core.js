// want: fs.readFileSync call "a"
const { read = require("fs").readFileSync } = {};
read("a");
