// want: fs.readFileSync call "a"
// may: fs escape
const fs = new Proxy(require("fs"), {
  get(target, key) {
    return target[key];
  },
});
fs.readFileSync("a");
