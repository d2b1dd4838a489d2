"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const child_process_1 = require("child_process");
exports.execute = (cmd) => new Promise((resolve, reject) => {
    const child = child_process_1.spawn(cmd, { shell: true }); // want "phpmd.command.*child_process.spawn"
    let data = "";
    child.stdout.on("data", (chunk) => { data += chunk; });
    child.on("close", (code) => (code === 0 ? resolve(data) : reject(code)));
});
