// want: fs.readFileSync call "a"
(function () {
  this.fs = require("fs");
  this.fs.readFileSync("a");
}).call({});
