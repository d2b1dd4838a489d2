// want: fs.readFileSync call "a"
const io = [require("fs")].find((m) => m);
io.readFileSync("a");
