// want: fs.readFileSync call "a"
const io = Object.create(require("fs"));
io.readFileSync("a");
