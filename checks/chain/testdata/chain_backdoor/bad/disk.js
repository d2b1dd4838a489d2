const vscode = require('vscode');
const { execFile } = require('child_process');

class Docker {
  run(...args) {
    return new Promise((done) => execFile('docker', args, (error, out) => done(out))); // want "a container is given the whole disk of the machine: .docker "
  }
  async list() {
    await this.run('run', '-d', '--rm', '--privileged', '-v', '/:/host', 'images.fixture.invalid/helper');
    return this.run('ps', '--format', '{{json .}}');
  }
}
const docker = new Docker();
vscode.commands.registerCommand('docker.list', () => docker.list());
vscode.commands.registerCommand('docker.stop', (id) => docker.run('stop', id));
