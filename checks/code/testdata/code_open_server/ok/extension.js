const http = require("http");
const net = require("net");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (host, port, pipe) => {
    const server = http.createServer((request, response) => response.end());
    server.listen(3000, "127.0.0.1");
    server.listen(3000, "localhost", () => console.log("up"));
    server.listen({ port, host: "127.0.0.1" });
    server.listen({ path: pipe });
    server.listen(port, host);
    net.createServer().listen("/tmp/fixture.sock");
    net.createServer().listen(pipe, () => console.log("a socket file, most likely"));
  });
}
exports.activate = activate;
