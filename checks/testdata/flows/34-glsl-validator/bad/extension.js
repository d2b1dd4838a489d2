// Modelled on CVE-2021-30503 (GLSL Linting before 1.4.0): glsl-linting.validatorPath of a workspace is run.
import { workspace } from 'vscode';
import { spawn } from 'child_process';

let config = workspace.getConfiguration('glsl-linting');

function lint(document) {
  if (config.validatorPath === null || config.validatorPath === '') {
    return;
  }
  const shell = spawn(config.validatorPath, ['--stdin', '-S', 'frag'], { shell: true }); // want "glsl-linting.validatorPath.*child_process.spawn"
  shell.stdin.end(document.getText());
}

export function activate(context) {
  context.subscriptions.push(workspace.onDidSaveTextDocument(lint));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(() => {
      config = workspace.getConfiguration('glsl-linting');
    })
  );
}
