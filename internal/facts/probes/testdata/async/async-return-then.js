// want: fs.readFileSync call "a"
const load = async () => require("fs");
exports.activate = () => load().then((fs) => fs.readFileSync("a"));
