// want: fs.readFileSync call "a"
// want: fs.statSync call "a"
const fs = require("fs");
exports.run = (flag) => fs[flag ? "readFileSync" : "statSync"]("a");
