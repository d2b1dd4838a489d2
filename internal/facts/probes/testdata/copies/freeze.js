// want: fs.readFileSync call "a"
const io = Object.freeze({ fs: require("fs") });
io.fs.readFileSync("a");
