// want: fs.readFileSync call "a"
'use strict';
var fs = require('fs');
function getAugmentedNamespace(n) {
  if (Object.prototype.hasOwnProperty.call(n, '__esModule')) return n;
  var f = n.default;
	if (typeof f == "function") {
		var a = function a () {
			return f.apply(this, arguments);
		};
		a.prototype = f.prototype;
  } else a = {};
  Object.defineProperty(a, '__esModule', {value: true});
	Object.keys(n).forEach(function (k) {
		var d = Object.getOwnPropertyDescriptor(n, k);
		Object.defineProperty(a, k, d.get ? d : {
			enumerable: true,
			get: function () {
				return n[k];
			}
		});
	});
	return a;
}
const go = () => fs.readFileSync("a");
var libEsm = /*#__PURE__*/Object.freeze({
	__proto__: null,
	go: go
});
var require$$3 = /*@__PURE__*/getAugmentedNamespace(libEsm);
require$$3.go();
