// want: fs.readFileSync call "a"
const list = [...[require("fs")]].concat([]);
list[0].readFileSync("a");
