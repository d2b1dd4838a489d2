const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (key, iv) => {
    const cipher = crypto.createCipheriv("des-cbc", key, iv); // want "crypto.createCipheriv uses \"des-cbc\""
    const back = crypto.createDecipheriv("RC4", key, ""); // want "crypto.createDecipheriv uses \"RC4\""
    const triple = crypto.createCipheriv("des-ede3-cbc", key, iv); // want "\"des-ede3-cbc\", which NIST no longer allows"
    return [cipher, back, triple];
  });
}
exports.activate = activate;
