// want: child_process.execFile call "git" ["log"]
(() => {
  var __webpack_modules__ = {
    "child_process": (module) => { "use strict"; module.exports = require("child_process"); },
    "./src/run.js": (__unused_webpack_module, exports, __webpack_require__) => {
      const cp = __webpack_require__(/*! child_process */ "child_process");
      exports.run = () => cp.execFile("git", ["log"]);
    },
  };
  var __webpack_module_cache__ = {};
  function __webpack_require__(moduleId) {
    var cachedModule = __webpack_module_cache__[moduleId];
    if (cachedModule !== undefined) return cachedModule.exports;
    var module = (__webpack_module_cache__[moduleId] = { exports: {} });
    __webpack_modules__[moduleId](module, module.exports, __webpack_require__);
    return module.exports;
  }
  var __webpack_exports__ = {};
  (() => {
    const lib = __webpack_require__("./src/run.js");
    __webpack_exports__.activate = () => lib.run();
  })();
  module.exports = __webpack_exports__;
})();
