// want: fs.readFileSync call "a"
const io = {
  set core(fs) {
    this.kept = fs;
  },
};
io.core = require("fs");
io.kept.readFileSync("a");
