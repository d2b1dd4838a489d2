// want: fs.unlinkSync call "a"
const fs = require("fs");
try {
  throw 1;
} catch {
} finally {
  fs.unlinkSync("a");
}
