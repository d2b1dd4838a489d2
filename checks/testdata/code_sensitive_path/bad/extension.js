const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const named = "~/.aws/credentials"; // want "names .*, and nothing was seen to open it: \"~/.aws/credentials\""

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    const key = fs.readFileSync(path.join(os.homedir(), ".ssh", "id_rsa")); // want "fs.readFileSync reaches .*: \".{home}/.ssh/id_rsa\""
    return [key, named];
  });
}
exports.activate = activate;
