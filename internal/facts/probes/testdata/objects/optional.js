// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
const io = { fs: require("fs") };
io?.fs?.readFileSync?.("a");
(io?.fs).statSync("b");
