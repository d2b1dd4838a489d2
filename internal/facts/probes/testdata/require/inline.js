// want: child_process.execSync call "git status"
require("child_process").execSync("git status");
