// The repaired form of the program beside it.
import { workspace } from 'vscode';
import { spawn } from 'child_process';

let config = workspace.getConfiguration('glsl-linting');

function lint(document) {
  if (config.validatorPath === null || config.validatorPath === '') {
    return;
  }
  const child = spawn(config.validatorPath, ['--stdin', '-S', 'frag']);
  child.stdin.end(document.getText());
}

export function activate(context) {
  context.subscriptions.push(workspace.onDidSaveTextDocument(lint));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(() => {
      config = workspace.getConfiguration('glsl-linting');
    })
  );
}
