// want: fs.readFileSync call "a"
// norun: a module's require is no global in Node
exports.go = () => globalThis["require"]("fs").readFileSync("a");
