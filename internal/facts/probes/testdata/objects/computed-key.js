// want: fs.readFileSync call "a"
const key = "f" + "s";
const io = { [key]: require("fs") };
io.fs.readFileSync("a");
