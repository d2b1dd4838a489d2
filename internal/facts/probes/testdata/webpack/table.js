// want: fs.readFileSync call "a"
(() => {
  var e = { 747: (e) => { "use strict"; e.exports = require("fs"); } };
  var t = {};
  function n(r) {
    var o = t[r];
    if (o !== undefined) return o.exports;
    var i = (t[r] = { exports: {} });
    e[r](i, i.exports, n);
    return i.exports;
  }
  n(747).readFileSync("a");
})();
