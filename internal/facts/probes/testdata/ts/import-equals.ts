// want: fs.readFileSync call "a"
import * as core from "fs";
import read = core.readFileSync;
read("a");
