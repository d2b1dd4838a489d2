const vscode = require("vscode");
const fs = require("fs");
const path = require("path");
const cp = require("child_process");
const bundled = require("./prettier");

function activate(context) {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  bundled.format(root);
  const config = JSON.parse(fs.readFileSync(path.join(root, ".tool.json"), "utf8"));
  cp.execFile("tool", ["--level", config.level], { cwd: root });
  cp.spawn(context.asAbsolutePath("bin/server"), ["--root", root]);
}
exports.activate = activate;
