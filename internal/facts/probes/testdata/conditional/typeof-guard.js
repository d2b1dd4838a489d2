// want: fs.readFileSync call "a"
if (typeof window === "undefined") {
  require("fs").readFileSync("a");
}
