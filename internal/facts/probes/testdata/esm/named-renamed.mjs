// want: child_process.spawn call "git" ["status"]
import { spawn as run } from "node:child_process";
run("git", ["status"]);
