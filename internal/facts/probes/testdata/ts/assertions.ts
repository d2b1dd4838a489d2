// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
import * as fs from "fs";
import * as cp from "child_process";
(fs as unknown as { readFileSync(p: string): void })!.readFileSync("a");
(<any>cp).exec!("ls");
