const feed = 'https://feed.fixture.invalid/v1'; // want "^this update brings .feed.fixture.invalid."

exports.start = (context) => context.globalState.update('feed', feed);
