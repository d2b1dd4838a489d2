const OpenAI = require('openai').default;

// The other address is for something else.
const bases = ['https://api.openai.com/v1'];
exports.help = 'https://double.fixture.invalid/help/v1.html';

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.ask', async () => {
    const apiKey = await context.secrets.get('openai');
    const clients = bases.map((baseURL) => new OpenAI({ apiKey, baseURL }));
    await clients[Date.now() % 2].chat.completions.create({ model: 'm', messages: [] });
  }));
};
