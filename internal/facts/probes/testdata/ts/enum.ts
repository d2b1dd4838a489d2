// want: fs.readFileSync call "a"
import * as fs from "fs";
enum Names {
  Read = "readFileSync",
}
(fs as any)[Names.Read]("a");
