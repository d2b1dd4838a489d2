const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (key, iv, name) => {
    const cipher = crypto.createCipheriv("aes-256-gcm", key, iv);
    const other = crypto.createCipheriv("chacha20-poly1305", key, iv, { authTagLength: 16 });
    const hash = crypto.createHash("sha256").update("des-cbc").digest();
    return [cipher, other, hash, "RC4"];
  });
}
exports.activate = activate;
