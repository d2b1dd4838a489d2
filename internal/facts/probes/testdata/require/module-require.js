// want: fs.statSync call "a"
module.require("fs").statSync("a");
