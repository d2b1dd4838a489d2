// want: fs.readFileSync call "a"
const out = Object.fromEntries(Object.entries(require("fs")));
out.readFileSync("a");
