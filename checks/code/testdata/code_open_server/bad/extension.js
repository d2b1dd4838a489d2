const http = require("http");
const net = require("net");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => {
    const server = http.createServer((request, response) => response.end());
    server.listen(3000); // want "http.createServer.*listen names no host and so listens on all of them"
    server.listen(0, () => console.log("up")); // want "names no host and so listens on all"
    server.listen({ port: 3000 }); // want "names no host and so listens on all"
    server.listen(3000, "0.0.0.0"); // want "listens on \"0.0.0.0\", where every machine"
    server.listen({ port: 3000, host: "::" }); // want "listens on \"::\""
    net.createServer().listen(10000 + Math.floor(Math.random() * 100)); // want "names no host; given a port it listens on all"
  });
}
exports.activate = activate;
