// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
'use strict';
var fs = require('fs');
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
var fs__namespace = /*#__PURE__*/_interopNamespace(fs);
fs__namespace.readFileSync("a");
fs__namespace.default.statSync("b");
