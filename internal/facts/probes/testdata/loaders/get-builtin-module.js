// want: fs.readFileSync call "a"
process.getBuiltinModule("node:fs").readFileSync("a");
