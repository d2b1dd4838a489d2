// want: child_process.execFile call "git" ["log"]
const { promisify } = require("util");
const run = promisify(require("child_process").execFile);
run("git", ["log"]);
