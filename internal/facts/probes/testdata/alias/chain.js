// want: fs.readFileSync call "x"
const a = require("fs");
const b = a;
let c;
c = b;
var d = c.readFileSync;
const e = d;
e("x");
