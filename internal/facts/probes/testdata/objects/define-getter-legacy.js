// want: fs.readFileSync call "a"
const io = {};
io.__defineGetter__("fs", function () { return require("fs"); });
io.fs.readFileSync("a");
