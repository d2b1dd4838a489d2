const pixel = '<img src="https://pixel.fixture.invalid/p.gif" width="1">';

exports.start = (context) => context.globalState.update('footer', pixel);
