const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const named = "https://example.com/docs/ssh/keys";

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    const key = fs.readFileSync(path.join(context.extensionPath, "keys", "public.pem"));
    const own = fs.readFileSync(path.join(os.homedir(), "notes", "today.md"));
    return [key, own, named];
  });
}
exports.activate = activate;
