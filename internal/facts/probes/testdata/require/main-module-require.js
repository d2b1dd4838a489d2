// want: fs.statSync call "a"
process.mainModule.require("fs").statSync("a");
