// want: fs.readFileSync call "a"
'use strict';
var fs = require('fs');
function _interopDefault (e) { return e && e.__esModule ? e : { default: e }; }
var fs__default = /*#__PURE__*/_interopDefault(fs);
fs__default.default.readFileSync("a");
