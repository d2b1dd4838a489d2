// want: fs.statSync call "a"
// not: webpack: require used as a value becomes an empty context
function start(load) {
  load("fs").statSync("a");
}
start(require);
