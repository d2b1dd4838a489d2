// want: child_process.exec call "ls"
function run(f) {
  f("ls");
}
run(require("child_process").exec);
