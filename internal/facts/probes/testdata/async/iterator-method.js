// want: fs.readFileSync call "a"
const list = {
  *[Symbol.iterator]() {
    yield require("fs");
  },
};
for (const m of list) m.readFileSync("a");
