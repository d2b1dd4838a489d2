// none
const io = { fs: { readFileSync() {} }, child_process: { exec() {} } };
io.fs.readFileSync("a");
io.child_process.exec("ls");
