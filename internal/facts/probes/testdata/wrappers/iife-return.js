// want: fs.readFileSync call "a"
const io = (() => {
  const fs = require("fs");
  return { read: fs.readFileSync };
})();
io.read("a");
