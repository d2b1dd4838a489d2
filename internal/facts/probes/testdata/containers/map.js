// want: fs.readFileSync call "a"
const m = new Map([["fs", require("fs")]]);
m.get("fs").readFileSync("a");
