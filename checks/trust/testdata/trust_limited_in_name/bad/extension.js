const { exec } = require('child_process');
exports.activate = (context) => exec('make -C ' + context.storagePath);
