// may: child_process.exec call
// may: child_process.exec reference
false && require("child_process").exec("ls");
