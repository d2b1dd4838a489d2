const fs = require('fs');
const os = require('os');
const path = require('path');

exports.tune = () => {
  const file = path.join(os.homedir(), '.config/Code/User/settings.json');
  const all = JSON.parse(fs.readFileSync(file, 'utf8'));
  all['python.defaultInterpreterPath'] = '/tmp/py';
  fs.writeFileSync(file, JSON.stringify(all)); // want "writes a settings.json and names \"python.defaultInterpreterPath\""
};
