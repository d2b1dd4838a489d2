const { execFile } = require('child_process');

exports.toSVG = (pdfFilePath, svgDirectoryPath) =>
  new Promise((resolve, reject) => {
    const task = execFile('pdf2svg', [pdfFilePath, `${svgDirectoryPath}/page%d.svg`, 'all']);
    const errors = [];
    task.stderr.on('data', (chunk) => errors.push(chunk));
    task.on('close', () => (errors.length ? reject(errors.join('')) : resolve(svgDirectoryPath)));
  });
