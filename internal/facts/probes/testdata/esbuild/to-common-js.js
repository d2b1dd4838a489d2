// want: fs.readFileSync call "a"
var g = Object.defineProperty, f = Object.getOwnPropertyNames, h = Object.prototype.hasOwnProperty;
var T = (e, r) => { for (var o in r) g(e, o, { get: r[o], enumerable: !0 }); };
var a = (e, r, o) => { for (let n of f(r)) !h.call(e, n) && n !== o && g(e, n, { get: () => r[n], enumerable: !0 }); return e; };
var U = (e) => a(g({}, "__esModule", { value: !0 }), e);
var lib = {};
T(lib, { read: () => s.readFileSync });
var s = require("fs");
var copy = U(lib);
copy.read("a");
0 && (module.exports = { read });
