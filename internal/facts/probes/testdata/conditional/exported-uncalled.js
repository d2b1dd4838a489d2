// want: fs.readFileSync call "a"
// norun: nobody calls deactivate here, the host does
exports.deactivate = function () {
  require("fs").readFileSync("a");
};
