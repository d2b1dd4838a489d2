// want: fs.statSync call "x"
let fs;
exports.activate = () => {
  fs = require("fs");
  use();
};
function use() {
  fs.statSync("x");
}
