// UntrustIDE (NDSS 2024), response to shell: the version an update server names is put into an install line.
import { execSync } from 'node:child_process';
import { commands } from 'vscode';

const latest = (name) =>
  fetch(`https://versions.example.com/${name}`)
    .then((r) => r.json())
    .then((info) => info['dist-tags'].latest);

export function activate({ subscriptions }) {
  subscriptions.push(
    commands.registerCommand('latest-version-install.run', () =>
      latest('example-cli').then((version) => {
        execSync(`npm install --global example-cli@${version}`); // want "fetch.*child_process.execSync"
      })
    )
  );
}
