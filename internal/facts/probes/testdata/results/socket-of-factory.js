// want: net.Socket new
// want: net.Socket().connect call 80
const net = require("net");
const make = () => new net.Socket();
make().connect(80);
