const vscode = require("vscode");
const cp = require("child_process");

function activate(context) {
  cp.spawn(context.asAbsolutePath("bin/tool"), ["--version"]);
  cp.execFile("git", ["--version"]);
  cp.spawn(vscode.workspace.getConfiguration("fixture").get("path"), []);
}
exports.activate = activate;
