// The repaired form of the program beside it.
const vscode = require('vscode');
const cp = require('child_process');

const TOOLS = { build: ['make', 'all'], test: ['make', 'check'] };

exports.activate = (context) => {
  const handler = {
    handleUri: async (uri) => {
      const params = new URLSearchParams(uri.query);
      const tool = params.get('tool');
      if (!Object.hasOwn(TOOLS, tool)) {
        return;
      }
      const [program, goal] = TOOLS[tool];
      cp.execFile(program, [goal], { windowsHide: true });
    },
  };
  context.subscriptions.push(vscode.window.registerUriHandler(handler));
};
