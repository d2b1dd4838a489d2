// want: fs.readFileSync call "a"
// want: fs.promises.readFile call "a"
exports.run = (flag) => {
  const read = flag ? require("fs").readFileSync : require("fs").promises.readFile;
  read("a");
};
