const fs = require('fs');
const os = require('os');
const path = require('path');

fs.rmSync(path.join(os.tmpdir(), 'session-saver-cache'), { recursive: true, force: true });
