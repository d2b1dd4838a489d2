// want: fs.readFileSync call "a"
// may: globals.eval call
// optional: it takes reading what is handed to eval
// note: webpack's development mode puts every module into an eval
// not: ncc: require inside an eval is not the bundle's
var __webpack_modules__ = { "./src/main.js": (module, exports, __webpack_require__) => { eval("{const fs = __webpack_require__(\"fs\");\nfs.readFileSync(\"a\");\n//# sourceURL=webpack:///./src/main.js?\n}"); }, "fs": (module) => { module.exports = require("fs"); } };
var cache = {};
function __webpack_require__(moduleId) {
  if (cache[moduleId]) return cache[moduleId].exports;
  var module = (cache[moduleId] = { exports: {} });
  __webpack_modules__[moduleId](module, module.exports, __webpack_require__);
  return module.exports;
}
__webpack_require__("./src/main.js");
