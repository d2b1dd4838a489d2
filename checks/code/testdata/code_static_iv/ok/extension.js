const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (page, handle) => {
    const key = crypto.randomBytes(32);
    const iv = crypto.randomBytes(12);
    const text = crypto.createCipheriv("aes-256-gcm", key, iv);
    const none = crypto.createCipheriv("aes-256-ecb", key, null);
    const back = crypto.createDecipheriv("aes-256-cbc", key, page.subarray(0, 16));
    const vector = new Uint8Array(12);
    crypto.getRandomValues(vector);
    const filled = Buffer.alloc(16);
    crypto.randomFillSync(filled);
    const late = crypto.createCipheriv("aes-256-cbc", key, filled);
    const later = crypto.subtle.encrypt({ name: "AES-GCM", iv: vector }, handle, page);
    const web = crypto.subtle.encrypt({ name: "AES-GCM", iv: crypto.getRandomValues(new Uint8Array(12)) }, handle, page);
    return [text, none, back, web, late, later, crypto.subtle.encrypt({ name: "AES-GCM", iv: page.iv }, handle, page)];
  });
}
exports.activate = activate;
