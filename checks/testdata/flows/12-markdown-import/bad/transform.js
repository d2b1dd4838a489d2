const os = require('os');
const pdf = require('./pdf');

const IMPORT = /^\s*@import\s+"([^"]+)"/gm;

exports.transform = async function (markdown) {
  let match;
  const parts = [];
  while ((match = IMPORT.exec(markdown)) !== null) {
    const filePath = match[1].trim();
    if (filePath.endsWith('.pdf')) {
      parts.push(await pdf.toSVG(filePath, os.tmpdir()));
    }
  }
  return parts;
};
