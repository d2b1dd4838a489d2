// want: fs.readFileSync call "a"
const io = {
  get fs() {
    return require("fs");
  },
};
io.fs.readFileSync("a");
