// want: fs.readFileSync call "a"
'use strict';
function _interopDefaultCompat (e) { return e && typeof e === 'object' && 'default' in e ? e : { default: e }; }
var fs__default = /*#__PURE__*/_interopDefaultCompat(require('fs'));
fs__default.default.readFileSync("a");
