// want: fs.readFileSync call "a"
const io = { fs: require("fs") };
io.fs.readFileSync("a");
