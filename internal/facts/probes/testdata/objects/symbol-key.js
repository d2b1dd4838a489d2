// want: fs.readFileSync call "a"
const kFs = Symbol("fs");
const io = { [kFs]: require("fs") };
io[kFs].readFileSync("a");
