// @ts-check
const path = require('path');
console.log(path.join(__dirname, 'src'));
debugger;
