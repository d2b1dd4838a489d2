// want: fs.promises.readFile call "a"
// want: fs/promises.unlink call "b"
import { promises } from "fs";
import { unlink } from "node:fs/promises";
await0(promises.readFile("a"));
await0(unlink("b"));
function await0() {}
