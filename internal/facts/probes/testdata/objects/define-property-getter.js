// want: fs.readFileSync call "a"
const io = {};
Object.defineProperty(io, "fs", { enumerable: true, get: () => require("fs") });
io.fs.readFileSync("a");
