// want: fs.statSync call "b"
// note: our own readFileSync replaces the copied one
const io = { ...require("fs"), readFileSync() {} };
io.readFileSync("a");
io.statSync("b");
