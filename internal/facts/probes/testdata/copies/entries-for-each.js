// want: fs.readFileSync call "a"
const out = {};
Object.entries(require("fs")).forEach(([key, value]) => {
  out[key] = value;
});
out.readFileSync("a");
