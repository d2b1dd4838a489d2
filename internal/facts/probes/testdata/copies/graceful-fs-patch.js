// want: fs.readFile call "a"
// note: the patched function calls the kept original
const fs = Object.assign({}, require("fs"));
patch(fs);
function patch(fs) {
  const fs$readFile = fs.readFile;
  fs.readFile = readFile;
  function readFile(path, options, cb) {
    if (typeof options === "function") (cb = options), (options = null);
    return go(path, options, cb);
    function go(path, options, cb) {
      return fs$readFile(path, options, cb);
    }
  }
}
fs.readFile("a", () => {});
