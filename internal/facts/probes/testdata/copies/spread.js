// want: fs.readFileSync call "a"
const io = { ...require("fs") };
io.readFileSync("a");
