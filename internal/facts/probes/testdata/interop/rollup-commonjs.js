// want: fs.readFileSync call "a"
'use strict';
var require$$0 = require('fs');
function _interopDefault (e) { return e && e.__esModule ? e : { default: e }; }
var require$$0__default = /*#__PURE__*/_interopDefault(require$$0);
function getDefaultExportFromCjs (x) {
	return x && x.__esModule && Object.prototype.hasOwnProperty.call(x, 'default') ? x['default'] : x;
}
var libCjs = {};
var hasRequiredLibCjs;
function requireLibCjs () {
	if (hasRequiredLibCjs) return libCjs;
	hasRequiredLibCjs = 1;
	const fs = require$$0__default.default;
	libCjs.go = function () { return fs.readFileSync("a"); };
	return libCjs;
}
var libCjsExports = requireLibCjs();
var lib = /*@__PURE__*/getDefaultExportFromCjs(libCjsExports);
lib.go();
