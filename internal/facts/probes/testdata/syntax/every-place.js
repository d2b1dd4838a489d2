// want: fs.statSync call "array"
// want: fs.statSync call "default"
// want: fs.statSync call "key"
// want: fs.statSync call "spread"
// want: fs.statSync call "unary"
// want: fs.statSync call "field"
// want: fs.statSync call "arrow"
// want: fs.statSync call "binary"
// want: fs.statSync call "argument"
// want: fs.statSync call "heritage"
// want: fs.statSync call "throw"
const { statSync: s } = require("fs");
[s("array")];
const { d = s("default") } = {};
const o = { [s("key")]: 1, ...s("spread") };
void s("unary");
class K extends (s("heritage"), Object) {
  x = s("field");
}
new K(s("argument"));
(() => s("arrow"))();
1 + s("binary");
try {
  throw s("throw");
} catch {}
