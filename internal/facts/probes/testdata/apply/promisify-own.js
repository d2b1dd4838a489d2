// want: fs.stat call
const fs = require("fs");
function promisify(fn) {
  return (...args) => new Promise((resolve, reject) => fn(...args, (e, v) => (e ? reject(e) : resolve(v))));
}
const stat = promisify(fs.stat);
stat("a");
