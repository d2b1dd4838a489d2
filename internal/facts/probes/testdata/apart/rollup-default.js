// want: http.get call "http://x"
// want: https.request call "https://x"
function _interopDefault (e) { return e && e.__esModule ? e : { default: e }; }
var a = _interopDefault(require("http"));
var b = _interopDefault(require("https"));
a.default.get("http://x");
b.default.request("https://x");
