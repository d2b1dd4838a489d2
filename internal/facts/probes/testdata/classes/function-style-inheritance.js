// want: fs.readFileSync call "a"
const util = require("util");
function Base() {
  this.fs = require("fs");
}
Base.prototype.io = function () {
  return this.fs;
};
function Reader() {
  Base.call(this);
}
util.inherits(Reader, Base);
Reader.prototype.read = function () {
  this.io().readFileSync("a");
};
new Reader().read();
