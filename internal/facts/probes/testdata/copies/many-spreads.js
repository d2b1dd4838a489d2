// want: fs.appendFileSync call "a"
// note: the index of a library such as fs-extra spreads a dozen modules, one of which is a copy of fs.
const copy = Object.assign({}, require("fs"));
const io = {
  ...{ two: () => 2 }, ...{ three: () => 3 }, ...{ four: () => 4 }, ...{ five: () => 5 }, ...{ six: () => 6 }, ...{ seven: () => 7 },
  ...{ eight: () => 8 }, ...{ nine: () => 9 }, ...{ ten: () => 10 }, ...{ eleven: () => 11 }, ...copy,
};
io.appendFileSync("a", "");
io.eleven();
