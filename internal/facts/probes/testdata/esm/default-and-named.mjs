// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
import fs, { statSync } from "fs";
fs.readFileSync("a");
statSync("b");
