// want: http.get call "http://x"
// want: https.request call "https://x"
function _interopNamespace(e) {
	if (e && e.__esModule) return e;
	var n = Object.create(null);
	if (e) {
		Object.keys(e).forEach(function (k) {
			if (k !== 'default') {
				var d = Object.getOwnPropertyDescriptor(e, k);
				Object.defineProperty(n, k, d.get ? d : {
					enumerable: true,
					get: function () { return e[k]; }
				});
			}
		});
	}
	n.default = e;
	return Object.freeze(n);
}
var a = _interopNamespace(require("http"));
var b = _interopNamespace(require("https"));
a.get("http://x");
b.request("https://x");
