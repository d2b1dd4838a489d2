const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const named = "~/.aws/credentials"; // want "names .*, and nothing was seen to open it: \"~/.aws/credentials\""

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    const key = fs.readFileSync(path.join(os.homedir(), ".ssh", "id_rsa")); // want "fs.readFileSync reaches .*: \".{home}/.ssh/id_rsa\""
    const manifest = fs.readFileSync(path.join(context.extensionPath, "..", "package.json")); 
    fs.writeFileSync(path.join(context.extensionPath, "..", "other.extension-1.0.0", "main.js"), manifest); // want "fs.writeFileSync reaches extensions of VS Code.*.and 1 more in this file."
    fs.existsSync(path.join(os.homedir(), ".kube", "config"));
    fs.readFileSync(path.join(os.homedir(), ".kube", "config")); // want "fs.readFileSync reaches Kubernetes clusters and tokens: .*.and 1 more in this file."
    fs.existsSync(path.join(os.homedir(), ".azure")); // want "fs.existsSync asks whether there are .*azure"
    fs.mkdirSync(path.join(os.homedir(), ".config", "fish")); // want "fs.mkdirSync reaches what is run by every fish"
    for (const from of [path.join(os.homedir(), ".config", "google-chrome"), path.join(os.homedir(), ".config", "chromium")]) {
      for (const name of ["Local State", "Default/Preferences", context.globalState.get("more")]) {
        fs.copyFileSync(path.join(from, name), path.join(os.tmpdir(), "copy")); // want "reaches Chromium.s profiles: \".{home}/.config/chromium/Default/Preferences\""
      }
    }
    return [key, named];
  });
}
exports.activate = activate;
