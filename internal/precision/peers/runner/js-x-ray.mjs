// js-x-ray over each script of a folder, as it is without options: node js-x-ray.mjs FOLDER
import { AstAnalyser } from '@nodesecure/js-x-ray';
import { Said, scripts } from './files.mjs';

const folder = process.argv[2];
const said = new Said(folder);
const analyser = new AstAnalyser();
for (const file of scripts(folder)) {
  try {
    const report = await analyser.analyseFile(file);
    for (const w of report.warnings) {
      if (w.kind === 'parsing-error') {
        said.cannotRead(file, w.value ?? 'parsing-error');
        continue;
      }
      // A warning of a whole file has no location, one of several places a list of them.
      const at = Array.isArray(w.location?.[0]?.[0]) ? w.location : [w.location];
      for (const place of at) said.add(w.kind, w.severity, String(w.value ?? ''), file, place?.[0]?.[0], place?.[0]?.[1]);
    }
  } catch (error) {
    said.cannotRead(file, error);
  }
}
said.print();
