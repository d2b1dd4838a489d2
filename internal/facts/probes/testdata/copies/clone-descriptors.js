// want: fs.appendFileSync call "a"
const fs = require("fs");
function clone(obj) {
  const copy = Object.create(null);
  Object.getOwnPropertyNames(obj).forEach(key => {
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(obj, key));
  });
  return copy;
}
const io = clone(fs);
io.appendFileSync("a", "");
