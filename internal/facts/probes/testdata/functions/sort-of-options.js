// want: fs.readFileSync call "a"
function glob(pattern, options) {
  const io = options.fs || require("fs");
  return io.readFileSync(pattern);
}
glob("a", {});
