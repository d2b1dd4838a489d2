// not: ncc: it evaluates the call while bundling
// want: fs.statSync call "a"
const text = `x${require("fs").statSync("a")}y`;
