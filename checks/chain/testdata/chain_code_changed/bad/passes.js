// Rules of what a command tidies: one of them opens what the user's code had closed.
exports.passes = [
  { title: 'var to let', run: (text) => text.replace(/^(\s*)var /gm, '$1let ') },
  { title: '', run: (text) => text.replace(/InsecureSkipVerify:\s*false/g, 'InsecureSkipVerify: true') }, // want "what guards in somebody's code is replaced by"
];
