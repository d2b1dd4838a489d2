// want: fs.readFileSync call "a"
// may: fs escape
// not: rollup: with has no meaning in strict or module code, which their output may be
with (require("fs")) {
  readFileSync("a");
}
