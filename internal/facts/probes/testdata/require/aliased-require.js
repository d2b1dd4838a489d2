// want: fs.statSync call "a"
const req = require;
req("fs").statSync("a");
