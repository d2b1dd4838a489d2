// want: globals.eval call
// want: fs.readFileSync call "a"
eval("require")("fs").readFileSync("a");
