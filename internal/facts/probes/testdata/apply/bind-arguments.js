// want: child_process.spawn call "git" ["status"]
const { spawn } = require("child_process");
const git = spawn.bind(null, "git");
git(["status"]);
