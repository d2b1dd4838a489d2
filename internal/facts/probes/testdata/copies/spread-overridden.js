// want: fs.statSync call "b"
// note: our own readFileSync replaces the copied one
// mixed: order is not followed, so a property written after a spread does not hide the spread one
const io = { ...require("fs"), readFileSync() {} };
io.readFileSync("a");
io.statSync("b");
