const vm = require("vm");
const vscode = require("vscode");

function compile(expression) {
  return new Function("row", "return " + expression); // want "Function runs text as code that is not constant: \"return <unknown>\""
}

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (text) => {
    compile(text);
    eval(text); // want "eval runs text as code"
    (0, eval)(text); // want "eval runs text as code"
    vm.runInThisContext(text); // want "vm.runInThisContext runs text as code"
    new vm.Script(text); // want "vm.Script runs text as code"
    setTimeout("tick(" + text + ")", 10); // want "setTimeout is given text instead of a function"
  });
}
exports.activate = activate;
