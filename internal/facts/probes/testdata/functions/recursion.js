// want: fs.readFileSync call "a"
function walk(io, n) {
  if (n > 0) return walk(io, n - 1);
  return io.readFileSync("a");
}
walk(require("fs"), 3);
