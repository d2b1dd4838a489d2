// want: fs.statSync call "a"
try {
  throw { fs: require("fs") };
} catch ({ fs }) {
  fs.statSync("a");
}
