// want: fs.readFileSync call "a"
module.exports = (() => {
  var __webpack_modules__ = { 896: (module) => { module.exports = require("fs"); } };
  var __webpack_module_cache__ = {};
  function __nccwpck_require__(moduleId) {
    var cachedModule = __webpack_module_cache__[moduleId];
    if (cachedModule !== undefined) { return cachedModule.exports; }
    var module = (__webpack_module_cache__[moduleId] = { exports: {} });
    var threw = true;
    try {
      __webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
      threw = false;
    } finally {
      if (threw) delete __webpack_module_cache__[moduleId];
    }
    return module.exports;
  }
  const fs = __nccwpck_require__(896);
  return { activate: () => fs.readFileSync("a") };
})();
