// want: fs.readFileSync call "a"
function make() {
  const fs = require("fs");
  return function () {
    return function () {
      return fs.readFileSync("a");
    };
  };
}
make()()();
