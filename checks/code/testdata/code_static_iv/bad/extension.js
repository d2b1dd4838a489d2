const crypto = require("crypto");
const vscode = require("vscode");

const ZERO = Buffer.alloc(16, 0);

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (page, handle) => {
    const key = crypto.randomBytes(32);
    const nothing = crypto.createCipheriv("aes-256-cbc", key, ZERO); // want "the same initialisation vector every time .16 bytes."
    const zero = crypto.createCipheriv("aes-256-cbc", key, Buffer.alloc(16)); // want "crypto.createCipheriv is given the same initialisation vector every time .16 bytes.: equal beginnings"
    const text = crypto.createCipheriv("aes-256-gcm", key, "0123456789ab"); // want "two texts under one key give each other away"
    const back = crypto.createDecipheriv("aes-256-cbc", key, Buffer.from("00112233445566778899aabbccddeeff", "hex")); // want "crypto.createDecipheriv is given"
    const web = crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, handle, page); // want "crypto.subtle.encrypt is given .* .12 bytes.: two texts"
    const counter = crypto.subtle.encrypt({ name: "AES-CTR", counter: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]), length: 64 }, handle, page); // want "two texts"
    return [nothing, zero, text, back, web, counter];
  });
}
exports.activate = activate;
