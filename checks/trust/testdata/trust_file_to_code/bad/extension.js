const vscode = require("vscode");
const fs = require("fs");
const path = require("path");
const cp = require("child_process");

function activate() {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  require(path.join(root, "node_modules", "prettier")); // want "^what the workspace holds .* decides which code require runs, and nothing asks whether the workspace is trusted$"
  const config = JSON.parse(fs.readFileSync(path.join(root, ".tool.json"), "utf8"));
  cp.exec(config.command); // want "^what the workspace holds .* becomes part of a line that child_process.exec gives a shell"
  cp.spawn(path.join(root, "bin", "server")); // want "^what the workspace holds .* decides which program child_process.spawn starts"
}
exports.activate = activate;
