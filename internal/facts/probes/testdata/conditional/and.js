// want: fs.readFileSync call "a"
const fs = typeof require === "function" && require("fs");
fs.readFileSync("a");
