// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
const once = (f) => {
  let done = false, value;
  return () => {
    if (!done) (value = f()), (done = true);
    return value;
  };
};
const fs = once(() => require("fs"));
const cp = once(() => require("child_process"));
const readFileSync = (p) => fs().readFileSync(p);
readFileSync("a");
cp().exec("ls");
