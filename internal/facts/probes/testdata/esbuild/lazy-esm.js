// want: path.join call
// want: fs.readFileSync call
var __getOwnPropNames = Object.getOwnPropertyNames;
var __defProp = Object.defineProperty;
var __esm = (fn, res) => function __init() {
  return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var lib_exports = {};
__export(lib_exports, { go: () => go });
var path, import_fs, go;
var init_lib = __esm({
  "src/lib.mjs"() {
    path = require("path");
    import_fs = require("fs");
    go = (x) => (0, import_fs.readFileSync)(path.join("a", x));
  }
});
exports.activate = async () => {
  const lib = await Promise.resolve().then(() => (init_lib(), lib_exports));
  lib.go("b");
};
