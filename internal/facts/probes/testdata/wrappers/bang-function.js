// want: fs.readFileSync call "a"
!function(e,t){t.readFileSync("a")}(0,require("fs"));
