// Modelled on eirikpre/VSCode-SystemVerilog pull request 265: settings that start compilers, now restricted.
const { window, workspace } = require('vscode');
const { VerilatorCompiler } = require('./verilator');

module.exports.activate = function activate(context) {
  const compiler = new VerilatorCompiler(window.createOutputChannel('SystemVerilog'));
  context.subscriptions.push(
    workspace.onDidSaveTextDocument(async (document) => {
      await compiler.validateTextDocument(document);
    })
  );
};
