const child = require('child_process');

class DocumentCompiler {
  constructor(output) {
    this.output = output;
  }

  async validateTextDocument(document) {
    const args = this.getArgs(document);
    if (!args) {
      return;
    }
    child.exec(args, (error, stdout, stderr) => this.parse(stderr));
  }

  parse(stderr) {
    stderr.split(/\r?\n/).forEach((line) => this.output.appendLine(line));
  }
}

module.exports = { DocumentCompiler };
