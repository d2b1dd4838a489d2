// want: child_process.spawn call "git" ["status"]
const { spawn: run } = require("child_process");
run("git", ["status"]);
