// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
import fs, * as ns from "fs";
fs.readFileSync("a");
ns.default.statSync("b");
