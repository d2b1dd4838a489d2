// want: fs.readFileSync call "a"
const io = {};
Object.defineProperty(io, "fs", { value: require("fs") });
io.fs.readFileSync("a");
