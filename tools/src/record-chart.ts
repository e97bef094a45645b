import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHART, EXAMPLES, findHelm, NATS_CHART, renderExample, renderNats } from './chart/helm.ts';
import { flagsOrExit } from './cli/flags.ts';

flagsOrExit({ name: 'run chart:record', purpose: 'renders the charts with Helm into deploy, as they are committed.' });

const helm = await findHelm(console.error);
if (!helm) process.exit(1);
for (const example of EXAMPLES)
  await writeFile(join(CHART, 'rendered', `${example}.yaml`), await renderExample(helm, example));
await writeFile(join(NATS_CHART, 'rendered/production.yaml'), await renderNats(helm));
