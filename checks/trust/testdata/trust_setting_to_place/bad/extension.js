const vscode = require("vscode");
const fs = require("fs");
const cp = require("child_process");

function activate() {
  const config = vscode.workspace.getConfiguration("fixture");
  fs.appendFileSync(config.get("log"), "started"); // want "^the setting fixture.log decides which file fs.appendFileSync changes, in a workspace that nobody has trusted$"
  fetch(config.get("server") + "/login", { method: "POST" }); // want "^the setting fixture.server decides which address fetch goes to"
  cp.spawn("node", ["server.js"], { env: config.get("env") }); // want "^the setting fixture.env becomes part of the environment"
}
exports.activate = activate;
