// want: fs.statSync call "x"
exports.activate = use;
function use() {
  fs.statSync("x");
}
var fs = require("fs");
