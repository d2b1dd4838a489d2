// want: net.Socket new
// want: net.Socket().connect call 80
new (require("net").Socket)().connect(80);
