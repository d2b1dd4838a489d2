// want: fs.readFileSync call "a"
const ref = new WeakRef(require("fs"));
ref.deref().readFileSync("a");
