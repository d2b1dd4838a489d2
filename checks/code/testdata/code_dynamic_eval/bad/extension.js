const vm = require("vm");
const vscode = require("vscode");

function compile(expression) {
  return new Function("row", "return " + expression); // want "Function runs text as code that is not constant: \"return <unknown>\""
}

// A library that has the globals it likes in a table.
const own = [Array, Date, Function];
const call = (which, value) => own[which](value); // want "Function may be what is called here, as may other functions of the same table"

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (text) => {
    compile(text);
    call(text, text);
    eval(text); // want "eval runs text as code"
    (0, eval)(text); // want "eval runs text as code"
    vm.runInThisContext(text); // want "vm.runInThisContext runs text as code"
    new vm.Script(text); // want "vm.Script runs text as code"
    setTimeout("tick(" + text + ")", 10); // want "setTimeout is given text instead of a function"
  });
}
exports.activate = activate;
