// want: fs.readFileSync call "a"
require("process").getBuiltinModule("fs").readFileSync("a");
