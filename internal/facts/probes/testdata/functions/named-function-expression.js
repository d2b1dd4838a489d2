// want: fs.readFileSync call "a"
const f = function go(fs, n) {
  return n ? go(fs, n - 1) : fs.readFileSync("a");
};
f(require("fs"), 1);
