// want: net.Socket call
// want: net.Socket().connect call 80
const net = require("net");
const s = net.Socket();
s.connect(80);
