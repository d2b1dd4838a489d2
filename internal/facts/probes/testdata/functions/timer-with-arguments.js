// want: fs.readFileSync call "a"
setImmediate(require("fs").readFileSync, "a");
