require('fs').rmSync(require('path').join(__dirname, 'toys'), { recursive: true });
