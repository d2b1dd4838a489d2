const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (page) => {
    const iv = crypto.randomBytes(16);
    const cipher = crypto.createCipheriv("aes-256-cbc", "0123456789abcdef0123456789abcdef", iv); // want "crypto.createCipheriv encrypts or decrypts with a key that ships with the code .\"012…\", 32 characters."
    const bytes = crypto.createCipheriv("aes-128-cbc", Buffer.from("00112233445566778899aabbccddeeff", "hex"), iv); // want "a key that ships with the code .16 bytes."
    const mac = crypto.createHmac("sha256", "a shared secret").update(page); // want "crypto.createHmac authenticates with a key that ships"
    const either = crypto.createHmac("sha256", process.env.FIXTURE_KEY || "a shared secret"); // want "a key that ships with the code, where none is set"
    const derived = crypto.scryptSync("correct horse battery staple", crypto.randomBytes(16), 32); // want "crypto.scryptSync makes a key of a key that ships"
    const web = crypto.subtle.importKey("raw", new TextEncoder().encode("0123456789abcdef"), "AES-GCM", false, ["encrypt"]); // want "crypto.subtle.importKey makes a key of"
    return [cipher, bytes, mac, either, derived, web];
  });
}
exports.activate = activate;
