'use strict';
const dns = require('dns');
dns.lookup('127.0.0.1', () => {}); // dns.lookup
