// want: fs.readFileSync call "a"
import { "readFileSync" as r } from "fs";
r("a");
