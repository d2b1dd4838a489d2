// want: fs.readFileSync call "a"
import { default as fs } from "fs";
fs.readFileSync("a");
