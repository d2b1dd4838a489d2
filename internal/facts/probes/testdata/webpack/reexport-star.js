// want: fs.readFileSync call "a"
var r = {};
r.o = (e, t) => Object.prototype.hasOwnProperty.call(e, t);
r.d = (e, t) => { for (var n in t) r.o(t, n) && !r.o(e, n) && Object.defineProperty(e, n, { enumerable: !0, get: t[n] }); };
var o = {}, l = require("fs"), u = {};
for (const e in l) ["activate", "default"].indexOf(e) < 0 && (u[e] = () => l[e]);
r.d(o, u);
o.readFileSync("a");
