// The address stands in a piece of a tag.
exports.html = (rows) => `<p>${rows.length}</p><img alt="${rows.length}" src="https://badge.fixture.invalid/e.svg?${rows.join()}">`; // want "^markup in the code loads from .badge.fixture.invalid."
