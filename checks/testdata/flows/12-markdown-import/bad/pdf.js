const { exec } = require('child_process');

exports.toSVG = (pdfFilePath, svgDirectoryPath) =>
  new Promise((resolve, reject) => {
    const task = exec(`pdf2svg "${pdfFilePath}" "${svgDirectoryPath}/page%d.svg" all`); // want "workspace.*child_process.exec"
    const errors = [];
    task.stderr.on('data', (chunk) => errors.push(chunk));
    task.on('close', () => (errors.length ? reject(errors.join('')) : resolve(svgDirectoryPath)));
  });
