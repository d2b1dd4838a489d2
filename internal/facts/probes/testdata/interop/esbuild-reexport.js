// want: fs.readFileSync call "a"
var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except) => {
  for (let key of __getOwnPropNames(from))
    if (!__hasOwnProp.call(to, key) && key !== except)
      __defProp(to, key, { get: () => from[key], enumerable: true });
  return to;
};
var __reExport = (target, mod, secondTarget) => (__copyProps(target, mod, "default"), secondTarget && __copyProps(secondTarget, mod, "default"));
var lib_exports = {};
__export(lib_exports, { mine: () => mine });
__reExport(lib_exports, require("fs"));
function mine() {}
lib_exports.mine();
lib_exports.readFileSync("a");
