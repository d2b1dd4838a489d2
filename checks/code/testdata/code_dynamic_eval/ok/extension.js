const vm = require("vm");
const vscode = require("vscode");

const columns = { name: (row) => row.name, size: (row) => row.size };
const root = new Function("return this")();

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (text) => {
    const evaluate = { eval: (t) => t.length };
    evaluate.eval(text);
    columns.name(text);
    vm.runInThisContext("1 + 1");
    setTimeout(() => root, 10);
    setTimeout(text, 10);
    setInterval(function tick() {}, 1000);
  });
}
exports.activate = activate;
