// want: child_process.exec call "ls"
import * as cp from "child_process";
const enum Tool {
  List = "ls",
}
cp.exec(Tool.List);
