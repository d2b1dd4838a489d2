const lines = { prepare: 'curl -s https://setup.fixture.invalid/p' };

exports.start = (context) => context.globalState.update('lines', lines);
