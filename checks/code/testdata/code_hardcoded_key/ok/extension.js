const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (page, password, salt, signature) => {
    const iv = crypto.randomBytes(16);
    const key = crypto.scryptSync(password, salt, 32);
    const cipher = crypto.createCipheriv("aes-256-cbc", key, iv);
    const mac = crypto.createHmac("sha256", process.env.FIXTURE_KEY).update(page);
    const genuine = crypto.verify("sha256", page, "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----", signature);
    const web = crypto.subtle.importKey("spki", Buffer.from("MCowBQYDK2VwAyEA", "base64"), "Ed25519", false, ["verify"]);
    return [cipher, mac, genuine, web, crypto.createHmac("sha256", "").update(page)];
  });
}
exports.activate = activate;
