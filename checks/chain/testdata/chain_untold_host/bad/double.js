const OpenAI = require('openai').default;

// One of the clients asks whom the user knows, and one the same path elsewhere.
const bases = ['https://api.openai.com/v1', 'https://double.fixture.invalid/v1']; // want "beside the address of .double.fixture.invalid."

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.ask', async () => {
    const apiKey = await context.secrets.get('openai');
    const clients = bases.map((baseURL) => new OpenAI({ apiKey, baseURL }));
    await clients[Date.now() % 2].chat.completions.create({ model: 'm', messages: [] });
  }));
};
