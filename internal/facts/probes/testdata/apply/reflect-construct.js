// want: net.Socket new
const net = require("net");
Reflect.construct(net.Socket, []);
