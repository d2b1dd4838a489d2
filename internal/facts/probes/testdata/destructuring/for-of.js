// want: child_process.exec call "ls"
// want: fs.statSync call "a"
for (const { mod, go } of [{ mod: require("child_process"), go: (m) => m.exec("ls") }, { mod: require("fs"), go: (m) => m.statSync("a") }]) go(mod);
