// A setting becomes the environment of a child: NODE_OPTIONS there loads code into it.
const vscode = require('vscode');
const { spawn } = require('child_process');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('tool-environment.run', () => {
      const extra = vscode.workspace.getConfiguration('tool').get('environment', {});
      const env = Object.assign({}, process.env, extra);
      spawn(process.execPath, [context.asAbsolutePath('server.js')], { env }); // want "tool.environment.*child_process.spawn"
    })
  );
};
