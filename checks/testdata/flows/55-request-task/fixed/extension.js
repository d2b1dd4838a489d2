// The repaired form of the program beside it.
const vscode = require('vscode');
const net = require('net');

function makeTask(name, line) {
  const execution = new vscode.ShellExecution(line);
  return new vscode.Task({ type: 'remote' }, vscode.TaskScope.Workspace, name, 'remote', execution);
}

exports.activate = (context) => {
  const server = net.createServer((socket) => {
    socket.on('data', (data) => {
      switch (data.toString('utf8').trim()) {
        case 'build':
          vscode.tasks.executeTask(makeTask('build', 'make all'));
          break;
        case 'test':
          vscode.tasks.executeTask(makeTask('test', 'make check'));
          break;
      }
    });
  });
  server.listen(4711, '127.0.0.1');
  context.subscriptions.push({ dispose: () => server.close() });
};
