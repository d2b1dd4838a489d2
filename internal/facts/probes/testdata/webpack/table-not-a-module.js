// none
// note: a table of the same shape that exports the extension's own object
(() => {
  var e = { 747: (e) => { e.exports = { readFileSync() {} }; }, 748: (e) => { e.exports = require("fs"); } };
  var t = {};
  function n(r) {
    var o = t[r];
    if (o !== undefined) return o.exports;
    var i = (t[r] = { exports: {} });
    e[r](i, i.exports, n);
    return i.exports;
  }
  n(748);
  n(747).readFileSync("a");
})();
