'use strict';
const cp = require('child_process');
const path = require('path');
const fs = require('fs');

exports.activate = () => {
  const child = cp.spawn('sleep', ['1000']);
  fs.writeFileSync(path.join(process.env.PID_DIR, 'pid'), String(child.pid));
  for (;;);
};
