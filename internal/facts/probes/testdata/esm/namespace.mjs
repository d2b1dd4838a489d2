// want: fs.readFileSync call "a"
import * as fs from "fs";
fs.readFileSync("a");
