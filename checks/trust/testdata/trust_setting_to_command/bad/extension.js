const vscode = require("vscode");
const cp = require("child_process");

function activate() {
  const config = vscode.workspace.getConfiguration("fixture");
  cp.exec(config.get("path") + " --version"); // want "^the setting fixture.path becomes part of a line that child_process.exec gives a shell, in a workspace that nobody has trusted$"
  cp.spawn("node", config.get("args")); // want "^the setting fixture.args becomes an argument"
  const plugin = config.get("plugin");
  require(plugin); // want "^the setting fixture.plugin decides which code require runs"
  cp.execFile(config.get("hidden")); // want "^the setting fixture.hidden decides .*, in a workspace that nobody has trusted$"
  const foreign = vscode.workspace.getConfiguration("other").get("tool");
  cp.execFile(foreign, []); // want "^the setting other.tool .*; who may set it is another extension's to say$"
}
exports.activate = activate;
