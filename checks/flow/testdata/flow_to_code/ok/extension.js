const vscode = require("vscode");
const vm = require("vm");
const http = require("http");

const pages = { "/welcome": () => require("./extension.js") };

function activate() {
  fetch("https://example.com/plugin.json").then(async (response) => {
    console.log(JSON.parse(await response.text()).title);
  });
  http.createServer((request) => {
    request.on("data", (chunk) => vm.runInThisContext("1 + " + Number(chunk)));
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      pages["/welcome"]();
      console.log(uri.path);
    },
  });
}
exports.activate = activate;
