// A request to the extension's server becomes a task.
const vscode = require('vscode');
const net = require('net');

function makeTask(name, line) {
  const execution = new vscode.ShellExecution(line); // want "request.*ShellExecution"
  return new vscode.Task({ type: 'remote' }, vscode.TaskScope.Workspace, name, 'remote', execution);
}

exports.activate = (context) => {
  const server = net.createServer((socket) => {
    socket.on('data', (data) => {
      const { name, line } = JSON.parse(data.toString('utf8'));
      vscode.tasks.executeTask(makeTask(name, line));
    });
  });
  server.listen(4711);
  context.subscriptions.push({ dispose: () => server.close() });
};
