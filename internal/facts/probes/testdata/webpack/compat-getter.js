// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
var r = {};
r.o = (e, t) => Object.prototype.hasOwnProperty.call(e, t);
r.d = (e, t) => { for (var n in t) r.o(t, n) && !r.o(e, n) && Object.defineProperty(e, n, { enumerable: !0, get: t[n] }); };
r.n = (e) => { const t = e && e.__esModule ? () => e.default : () => e; return r.d(t, { a: t }), t; };
var fs = require("fs"), i = r.n(fs);
i().readFileSync("a");
i.a.statSync("b");
