// want: fs.readFileSync call "a"
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.activate = activate;
const fs_1 = require("fs");
function activate() { (0, fs_1.readFileSync)("a"); }
