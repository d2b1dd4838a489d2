const { spawn } = require('child_process');
const os = require('os');

// Lists that are spread into the words of commands: names that are looked for on this machine.
exports.save = () => {
  const home = os.homedir();
  const files = [`${home}/notes.txt`, `${home}/todo.txt`];
  const form = files.flatMap(file => ['-e', file]);
  spawn('grep', ['-s', ...form, 'list.txt']);
};
