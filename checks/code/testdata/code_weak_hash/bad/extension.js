const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (page, key) => {
    const etag = crypto.createHash("md5").update(page).digest("hex"); // want "crypto.createHash hashes with MD5"
    const name = crypto.createHash("sha1").update(page).digest("hex"); // want "hashes with SHA-1"
    const sum = crypto.subtle.digest("SHA-1", page); // want "crypto.subtle.digest hashes with SHA-1"
    const signature = crypto.createSign("RSA-SHA1").update(page).sign(key); // want "crypto.createSign signs a hash that can be forged, that of SHA-1"
    return [etag, name, sum, signature, crypto.verify("md5", page, key, signature)]; // want "crypto.verify believes a signature of a hash that can be forged, that of MD5"
  });
}
exports.activate = activate;
