// want: fs.statSync call "a"
// may: fs.readFileSync call
function f() {
  return require("fs").statSync("a");
  require("fs").readFileSync("a");
}
f();
