#!/usr/bin/env node
exports.run = () => {};
