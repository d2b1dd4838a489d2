// want: os.userInfo call
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
};
var require_lib = __commonJS({
  "src/lib.js"(exports2) {
    var os = require("os");
    exports2.go = function() {
      return os.userInfo();
    };
  }
});
var lib = require_lib();
lib.go();
