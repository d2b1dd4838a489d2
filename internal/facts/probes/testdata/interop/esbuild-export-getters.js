// want: net.connect call 80
var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var esm_exports = {};
__export(esm_exports, { dial: () => import_net.connect });
var import_net = require("net");
esm_exports.dial(80);
