// setting: go.gopath
// may: vscode.workspace.getConfiguration call
// may: vscode.workspace.getConfiguration().get call
// want: child_process.exec call
import * as vscode from "vscode";
import { exec } from "child_process";
export function activate() {
  const config = vscode.workspace.getConfiguration("go");
  exec(config.get("gopath"));
}
