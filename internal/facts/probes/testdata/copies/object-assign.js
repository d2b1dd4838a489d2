// want: fs.readFileSync call "a"
const io = Object.assign({}, require("fs"));
io.readFileSync("a");
