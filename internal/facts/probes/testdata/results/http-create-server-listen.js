// want: http.createServer call
// want: http.createServer().listen call 80
const http = require("http");
const server = http.createServer((req, res) => res.end());
server.listen(80);
