// want: fs.readFileSync call "a"
const io = {
  fs: require("fs"),
  read(path) {
    return this.fs.readFileSync(path);
  },
};
io.read("a");
