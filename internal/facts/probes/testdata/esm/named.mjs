// want: fs.readFileSync call "a"
import { readFileSync } from "fs";
readFileSync("a");
