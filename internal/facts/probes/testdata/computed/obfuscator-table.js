// want: child_process.exec call "ls"
// note: javascript-obfuscator's string array
var _0x1 = ["child_process", "exec", "ls"];
var _0x2 = function (i) {
  return _0x1[i];
};
var cp = require("child_process");
cp[_0x2(1)](_0x2(2));
