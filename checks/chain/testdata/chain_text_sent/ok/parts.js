const client = require('a-client');
const { HOST } = require('./place');

// The host is asked, and told nothing of what people write.
exports.listen = () => client.post(`https://${HOST}/saved`, { body: 'saved' });
