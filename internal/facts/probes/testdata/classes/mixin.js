// want: fs.readFileSync call "a"
const withFs = (Parent) => class extends Parent {
  fs() {
    return require("fs");
  }
};
class Reader extends withFs(Object) {}
new Reader().fs().readFileSync("a");
