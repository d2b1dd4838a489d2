// want: net.createServer call
// want: net.createServer().listen call 80
require("net").createServer().listen(80);
