// want: fs.readFileSync call "a"
(function (global, factory) {
  typeof exports === "object" && typeof module !== "undefined" ? module.exports = factory(require("fs")) :
  typeof define === "function" && define.amd ? define(["fs"], factory) :
  (global = typeof globalThis !== "undefined" ? globalThis : global || self, global.lib = factory(global.fs));
})(this, (function (fs) { "use strict";
  function read() { return fs.readFileSync("a"); }
  read();
  return { read };
}));
