// want: fs.readFileSync call "a"
// want: fs.readFile call "a"
const fs = require("fs");
exports.run = (sync) => fs["readFile" + (sync ? "Sync" : "")]("a", () => {});
