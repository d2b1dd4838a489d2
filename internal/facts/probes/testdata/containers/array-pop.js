// want: fs.readFileSync call "a"
const queue = [];
queue.push(require("fs").readFileSync);
queue.pop()("a");
