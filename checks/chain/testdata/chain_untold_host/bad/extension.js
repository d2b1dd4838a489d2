const vscode = require('vscode');
const share = require('./share');
const tasks = require('./tasks');
const count = require('./count');
const load = require('./load');
const servers = require('./servers');
const mirror = require('./mirror');
const proxy = require('./proxy');
const preview = require('./preview');
const pool = require('./pool');
const feed = require('./feed');
const index = require('./index');
const instead = require('./instead');

exports.activate = (context) => {
  share.start(context, vscode);
  tasks.start(context, vscode);
  count.start(context, vscode);
  load.start(context, vscode);
  servers.start(context, vscode);
  mirror.start(context, vscode);
  proxy.start(context, vscode);
  preview.start(context, vscode);
  pool.start(context, vscode);
  feed.start(context, vscode);
  index.start(context, vscode);
  instead.start(context, vscode);
};
