// want: fs.readFileSync call "a"
// mixed: a bundle bundled again has two module tables, and what is read from the outer one is not told apart
(function (root, factory) {
  if (typeof define === "function" && define.amd) {
    define(["exports", "fs"], factory);
  } else if (typeof exports === "object") {
    factory(exports, require("fs"));
  } else {
    factory((root.lib = {}), root.fs);
  }
})(this, function (exports, fs) {
  exports.read = function () {
    return fs.readFileSync("a");
  };
  exports.read();
});
