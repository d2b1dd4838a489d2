const { workspace } = require('vscode');
const { DocumentCompiler } = require('./compiler');

class VerilatorCompiler extends DocumentCompiler {
  getArgs() {
    const { launchConfigurationVerilator } = workspace.getConfiguration('systemverilog');
    return launchConfigurationVerilator ? launchConfigurationVerilator + ' --lint-only' : '';
  }
}

module.exports = { VerilatorCompiler };
