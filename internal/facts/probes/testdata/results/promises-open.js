// want: fs.promises.open call "a"
const { promises } = require("fs");
exports.activate = async () => {
  await promises.open("a");
};
