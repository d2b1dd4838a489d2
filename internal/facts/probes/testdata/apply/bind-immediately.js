// want: fs.statSync call "a"
require("fs").statSync.bind(null, "a")();
