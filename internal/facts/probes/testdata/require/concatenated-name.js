// want: child_process.spawn call "git" ["status"]
const cp = require("child_" + "process");
cp.spawn("git", ["status"]);
