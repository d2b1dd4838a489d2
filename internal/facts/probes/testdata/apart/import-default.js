// want: http.get call "http://x"
// want: https.request call "https://x"
"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
const a = __importDefault(require("http"));
const b = __importDefault(require("https"));
a.default.get("http://x");
b.default.request("https://x");
