const { spawn } = require('child_process');

function install(cwd, first) {
  const args = ['install'];
  if (first) {
    args.push('core-helper@1.0.0', '--no-save', '--ignore-scripts');
  }
  spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd });
}
exports.docs = 'https://example.invalid/help.html';
setTimeout(() => install('.', true), 10);
