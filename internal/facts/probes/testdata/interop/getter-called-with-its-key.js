// want: fs.readFileSync call "a"
"use strict";
function copy(to, from) {
  for (var key in from) {
    Object.defineProperty(to, key, { enumerable: true, get: (function (k) { return function () { return from[k]; }; })(key) });
  }
  return to;
}
var fs = copy({}, require("fs"));
fs.readFileSync("a");
