// want: fs.readFileSync call "a"
import fs from "node:fs";
fs.readFileSync("a");
