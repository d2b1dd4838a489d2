// want: fs.readFileSync call "a"
// note: the other property holds something of our own
const io = { core: require("fs"), own: { statSync() {} } };
io.core.readFileSync("a");
io.own.statSync("b");
