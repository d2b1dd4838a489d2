const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (password, handle, target) => {
    const salt = crypto.randomBytes(16);
    const key = crypto.pbkdf2Sync(password, salt, 600000, 32, "sha256");
    const web = crypto.subtle.deriveKey({ name: "PBKDF2", hash: "SHA-512", salt, iterations: 210000 }, handle, target, false, ["encrypt"]);
    const other = crypto.subtle.deriveKey({ name: "HKDF", hash: "SHA-256", salt, info: salt }, handle, target, false, ["encrypt"]);
    return [key, web, other, crypto.pbkdf2Sync(password, salt, context.rounds, 32, "sha256")];
  });
}
exports.activate = activate;
