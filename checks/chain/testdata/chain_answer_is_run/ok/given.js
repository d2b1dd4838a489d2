const { spawn } = require('child_process');

// What a server answers is data of a program that stands in a file.
exports.start = async () => {
  const text = await (await fetch('https://example.invalid/data.csv')).text();
  const script = spawn('python3', ['scripts/plot.py']);
  script.stdin.end(text);
  const grep = spawn('grep', ['-c', 'error']);
  grep.stdin.end(text);
  spawn('python3', ['scripts/plot.py', '--title', text]);
};
setInterval(exports.start, 60000);
