// want: fs.readFileSync call "a"
import { readFileSync } from "fs";
const io = { read: readFileSync } satisfies Record<string, unknown>;
io.read("a");
