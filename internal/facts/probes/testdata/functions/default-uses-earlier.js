// want: fs.readFileSync call "a"
function use(fs, read = fs.readFileSync) {
  read("a");
}
use(require("fs"));
