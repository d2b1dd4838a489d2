const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const named = "~/.aws/credentials"; // want "names .*, and nothing was seen to open it: \"~/.aws/credentials\""

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    const key = fs.readFileSync(path.join(os.homedir(), ".ssh", "id_rsa")); // want "fs.readFileSync reaches .*: \".{home}/.ssh/id_rsa\""
    // A bundle that moved looks for its own manifest one folder too high. It reads, and plants nothing.
    const manifest = fs.readFileSync(path.join(context.extensionPath, "..", "package.json")); // want "fs.readFileSync only reads extensions of VS Code"
    fs.writeFileSync(path.join(context.extensionPath, "..", "other.extension-1.0.0", "main.js"), manifest); // want "fs.writeFileSync reaches extensions of VS Code"
    return [key, named];
  });
}
exports.activate = activate;
