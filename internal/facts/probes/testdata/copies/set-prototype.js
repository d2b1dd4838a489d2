// want: fs.readFileSync call "a"
const io = {};
Object.setPrototypeOf(io, require("fs"));
io.readFileSync("a");
