// want: fs.readFileSync call "a"
const out = {};
for (const [key, value] of Object.entries(require("fs"))) out[key] = value;
out.readFileSync("a");
