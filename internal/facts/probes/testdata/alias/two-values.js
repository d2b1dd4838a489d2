// want: fs.readFileSync call "x"
// want: fs.unlinkSync call "x"
const fs = require("fs");
exports.run = (flag) => {
  let f = fs.readFileSync;
  if (flag) f = fs.unlinkSync;
  f("x");
};
