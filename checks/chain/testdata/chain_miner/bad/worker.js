const net = require('net');

// A thread that works for a wallet.
const work = { pool: '203.0.113.20:3333', wallet: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A' }; // want "a miner works"
const [host, port] = work.pool.split(':');
net.connect(Number(port), host, function () { this.write(JSON.stringify({ method: 'login', params: { login: work.wallet } })); });
