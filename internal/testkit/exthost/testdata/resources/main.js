'use strict';
// Each line about something ends in "// role value | role value".
const vscode = require('vscode');
const cp = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

exports.activate = async (context) => {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  fs.readFileSync(path.join(root, 'README.md')); // path ${workspace}/README.md
  fs.readFileSync(Buffer.from(root + '/data.json')); // path ${workspace}/data.json
  fs.readFileSync(pathToFileURL(__filename)); // path ${extension}/main.js
  fs.mkdirSync(context.globalStorageUri.fsPath, { recursive: true }); // path ${globalStorage}
  fs.writeFileSync(path.join(context.globalStorageUri.fsPath, 'secret'), 'content is not recorded'); // path ${globalStorage}/secret
  await fs.promises.copyFile(path.join(root, 'main.js'), path.join(os.tmpdir(), 'copy.js')); // path.dest ${tmp}/copy.js | path.source ${workspace}/main.js
  fs.existsSync(path.join(os.homedir(), '.gitconfig')); // path ${home}/.gitconfig
  fs.openSync(root + '/main.ts', 'r'); // flags r | path ${workspace}/main.ts
  cp.execFileSync('git', ['-C', root, 'status'], { cwd: root }); // args ["-C","${workspace}","status"] | command git | cwd ${workspace}
  cp.execSync('echo $HOME'); // command echo $HOME
  cp.spawnSync('true', { shell: true }); // command true | shell true
  cp.spawnSync(process.execPath, ['-e', '0']); // args ["-e","0"] | command ${node}
  http.get('http://127.0.0.1:9/a?b=c').on('error', () => {}); // url http://127.0.0.1:9/a?b=c
  http.request({ host: '127.0.0.1', port: 9, path: '/x' }).on('error', () => {}).end(); // host 127.0.0.1 | port 9
  process.env.LANG; // envName LANG
  'LC_ALL' in process.env; // envName LC_ALL
  Object.keys({ ...process.env }); // envName *
  process.env.OWN = 'set and not read';
  for (let i = 0; i < 3; i++) fs.existsSync(`/nowhere/${i}`); // path /nowhere/0 | path /nowhere/1 | path /nowhere/2
};
