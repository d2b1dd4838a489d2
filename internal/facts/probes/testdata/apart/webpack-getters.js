// want: http.get call "http://x"
// want: https.request call "https://x"
var r = {};
r.o = (e, t) => Object.prototype.hasOwnProperty.call(e, t);
r.d = (e, t) => { for (var n in t) r.o(t, n) && !r.o(e, n) && Object.defineProperty(e, n, { enumerable: !0, get: t[n] }); };
r.n = (e) => { const t = e && e.__esModule ? () => e.default : () => e; return r.d(t, { a: t }), t; };
var a = r.n(require("http")), b = r.n(require("https"));
a().get("http://x");
b.a.request("https://x");
