// want: fs.stat call
// note: universalify
const fs = require("fs");
const fromCallback = function (fn) {
  return Object.defineProperty(function (...args) {
    if (typeof args[args.length - 1] === "function") fn.apply(this, args);
    else {
      return new Promise((resolve, reject) => {
        args.push((err, res) => (err != null ? reject(err) : resolve(res)));
        fn.apply(this, args);
      });
    }
  }, "name", { value: fn.name });
};
fromCallback(fs.stat)("a");
