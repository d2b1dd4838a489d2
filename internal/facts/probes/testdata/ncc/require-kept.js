// want: fs.readFileSync call "a"
// want: globals.eval call
const load = eval("require");
load("fs").readFileSync("a");
