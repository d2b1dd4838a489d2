// want: fs.readFile call "a"
// want: fs.stat call "b"
// may: fs.unlink reference
const fs = require("fs");
const u = (fn) => (...args) => new Promise((resolve) => fn(...args, resolve));
const api = ["readFile", "stat", "unlink"].filter((key) => typeof fs[key] === "function");
Object.assign(exports, fs);
api.forEach((method) => {
  exports[method] = u(fs[method]);
});
exports.readFile("a");
exports.stat("b");
