// want: fs.unlinkSync call "a"
const fs = require(`fs`);
fs.unlinkSync("a");
