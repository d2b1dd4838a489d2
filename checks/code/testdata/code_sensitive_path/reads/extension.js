const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

// A bundle that moved looks for its own manifest one folder too high. It reads, and plants nothing.
function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    return fs.readFileSync(path.join(__dirname, "..", "package.json")); // want "fs.readFileSync only reads extensions of VS Code"
  });
}
exports.activate = activate;
