// want: child_process.spawn call "git" ["status"]
const cp = require("child_process");
cp.spawn.apply(cp, ["git", ["status"]]);
