// The clipboard's text is put into a shell's line.
const { commands, env } = require('vscode');
const cp = require('child_process');

function git(...words) {
  return new Promise((resolve, reject) => {
    cp.exec(words.join(' '), (e, out) => (e ? reject(e) : resolve(out))); // want "clipboard.*child_process.exec"
  });
}

exports.activate = ({ subscriptions }) => {
  const clone = () => env.clipboard.readText().then((url) => git('git', 'clone', url));
  subscriptions.push(commands.registerCommand('clone-from-clipboard.run', clone));
};
