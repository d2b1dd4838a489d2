// want: net.Socket reference
const { Socket } = require("net");
exports.Dialer = class extends Socket {};
