// want: fs.readFileSync call "a"
function createIo() {
  const fs = require("fs");
  return { fs, read: (p) => fs.readFileSync(p) };
}
const { read } = createIo();
read("a");
