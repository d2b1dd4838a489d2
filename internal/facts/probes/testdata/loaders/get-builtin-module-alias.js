// want: child_process.exec call "ls"
const { getBuiltinModule: load } = process;
const { exec } = load("child_process");
exec("ls");
