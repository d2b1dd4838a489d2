// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
const { io: { fs: { readFileSync: r } }, run: [, { exec }] } = {
  io: { fs: require("fs") },
  run: [null, require("child_process")],
};
r("a");
exec("ls");
