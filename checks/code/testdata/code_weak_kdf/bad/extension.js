const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (password, handle, target) => {
    const salt = crypto.randomBytes(16);
    const key = crypto.pbkdf2Sync(password, salt, 1000, 32, "sha256"); // want "crypto.pbkdf2Sync derives a key with 1000 iterations of PBKDF2, OWASP asks for 600000 with SHA-256"
    const better = crypto.pbkdf2Sync(password, salt, 100000, 32, "sha512"); // want "100000 iterations of PBKDF2, OWASP asks for 210000 with SHA-512"
    const web = crypto.subtle.deriveKey({ name: "PBKDF2", hash: "SHA-1", salt, iterations: 5000 }, handle, target, false, ["encrypt"]); // want "crypto.subtle.deriveKey derives a key with 5000 .* 1300000 with SHA-1"
    return [key, better, web];
  });
}
exports.activate = activate;
