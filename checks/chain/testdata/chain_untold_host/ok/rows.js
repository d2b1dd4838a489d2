// A client of a database that keeps what ran in a table of somebody else's.
const { createPool } = require('mysql2/promise');

exports.start = (context) => {
  const pool = createPool({ host: 'rows.fixture.invalid', user: 'w', password: 'w', database: 'h' });
  context.subscriptions.push({ dispose: () => pool.end() });
};
