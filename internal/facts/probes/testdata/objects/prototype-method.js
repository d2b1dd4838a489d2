// want: fs.readFileSync call "a"
function Reader(fs) {
  this.fs = fs;
}
Reader.prototype.read = function (p) {
  return this.fs.readFileSync(p);
};
new Reader(require("fs")).read("a");
