// want: fs.unlinkSync call "a"
// want: fs.statSync call "a"
const fs = require("fs");
const handlers = { remove: (p) => fs.unlinkSync(p), look: fs.statSync };
exports.run = (flag) => handlers[flag ? "remove" : "look"]("a");
