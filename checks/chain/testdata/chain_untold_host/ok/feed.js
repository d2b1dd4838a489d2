const feed = 'https://feed.fixture.invalid/v1';

exports.start = (context) => context.globalState.update('feed', feed);
