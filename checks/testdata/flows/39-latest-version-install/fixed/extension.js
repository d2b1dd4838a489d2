// The repaired form of the program beside it.
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
        if (!/^\d+\.\d+\.\d+$/.test(version)) {
          throw new Error('not a version');
        }
        execSync(`npm install --global example-cli@${version}`);
      })
    )
  );
}
