const vscode = require("vscode");
const cp = require("child_process");

function activate() {
  const config = vscode.workspace.getConfiguration("fixture");
  cp.execFile(config.get("path"), ["--version"]);
  cp.spawn("node", config.get("args"));
  const plugin = config.get("plugin");
  require(plugin);
  cp.execFile("tool", ["--level", "2"], { timeout: config.get("timeout") });
  cp.execFile(vscode.workspace.getConfiguration("git").get("path"), ["--version"]);
}
exports.activate = activate;
