// want: fs.readFileSync call "a"
var load = function () {
  var fs = require("fs");
  load = function () {
    return fs;
  };
  return fs;
};
load().readFileSync("a");
load();
