// want: fs.readFileSync call "a"
(function (fs) {
  fs.readFileSync("a");
})(require("fs"));
