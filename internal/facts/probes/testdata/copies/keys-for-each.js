// want: fs.readFileSync call "a"
const fs = require("fs");
Object.keys(fs).forEach((key) => {
  exports[key] = fs[key];
});
exports.readFileSync("a");
