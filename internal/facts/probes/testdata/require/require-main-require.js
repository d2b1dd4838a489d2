// want: fs.statSync call "a"
require.main.require("fs").statSync("a");
