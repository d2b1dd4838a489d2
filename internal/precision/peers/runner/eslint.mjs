// eslint-plugin-security's recommended rules over each script of a folder: node eslint.mjs FOLDER
// What a comment of the extension switches off stays on, and node_modules is read: it ships.
import { ESLint } from 'eslint';
import security from 'eslint-plugin-security';
import { Said, scripts } from './files.mjs';

const folder = process.argv[2];
const said = new Said(folder);
const shipped = { ignores: ['!**/node_modules/'] };
const reading = (sourceType) => new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [shipped, {
    ...security.configs.recommended,
    linterOptions: { noInlineConfig: true },
    languageOptions: { ecmaVersion: 'latest', sourceType },
  }],
});
// A .js file may be of either kind: what cannot be read as the one is read as the other.
const kinds = [reading('commonjs'), reading('module')];
for (const file of scripts(folder)) {
  try {
    let [result] = await kinds[0].lintFiles([file]);
    if (result.messages.some((m) => m.fatal)) [result] = await kinds[1].lintFiles([file]);
    for (const m of result.messages) {
      if (m.ruleId) said.add(m.ruleId, m.severity === 2 ? 'error' : 'warn', m.message, file, m.line, m.column);
      else if (!m.message.includes("'noInlineConfig'")) said.cannotRead(file, m.message);
    }
  } catch (error) {
    said.cannotRead(file, error);
  }
}
said.print();
