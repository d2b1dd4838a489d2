const pixel = '<img src="https://pixel.fixture.invalid/p.gif" width="1">'; // want "^markup in the code loads from .pixel.fixture.invalid."

exports.start = (context) => context.globalState.update('footer', pixel);
