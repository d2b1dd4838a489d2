// want: fs.readFileSync call "a"
const io = {
  get fs() {
    const value = require("fs");
    Object.defineProperty(this, "fs", { value });
    return value;
  },
};
io.fs.readFileSync("a");
