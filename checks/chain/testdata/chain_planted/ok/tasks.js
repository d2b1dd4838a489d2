const vscode = require('vscode');

exports.plant = async root => {
  const uri = vscode.Uri.joinPath(root, '.vscode', 'tasks.json');
  const tasks = { version: '2.0.0', tasks: [] };
  tasks.tasks.push({ label: 'build', type: 'shell', command: 'make -C ./src all', runOptions: { runOn: 'default' } });
  await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(tasks)));
};
