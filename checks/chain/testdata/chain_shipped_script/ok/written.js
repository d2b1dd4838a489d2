const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');

// A script that is started does what an extension needs; one that is a template for people is not started.
exports.written = () => {
  const file = path.join(os.tmpdir(), 'clipboard.ps1');
  fs.writeFileSync(file, ['$image = Get-Clipboard -Format Image', 'if ($image) { $image.Save($args[0]) }'].join('\r\n'));
  spawn('powershell.exe', ['-NoProfile', '-File', file, path.join(os.tmpdir(), 'shot.png')]);
  const example = path.join(os.tmpdir(), 'install-example.ps1');
  fs.writeFileSync(example, 'Invoke-WebRequest https://mirror.invalid/tool.exe -OutFile tool.exe\nStart-Process tool.exe\n');
};
