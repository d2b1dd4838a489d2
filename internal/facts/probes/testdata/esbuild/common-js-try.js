// want: os.userInfo call
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var require_lib = __commonJS({
  "src/lib.js"(exports2, module2) {
    module2.exports = require("os");
  }
});
require_lib().userInfo();
