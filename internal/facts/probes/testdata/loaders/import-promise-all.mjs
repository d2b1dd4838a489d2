// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
export async function activate() {
  const [fs, { exec }] = await Promise.all([import("fs"), import("child_process")]);
  fs.readFileSync("a");
  exec("ls");
}
