// want: fs.readFileSync call "a"
// not: webpack: they take define for their own
const define = (factory) => factory(require, exports, module);
define(function (require, exports, module) {
  const fs = require("fs");
  fs.readFileSync("a");
});
