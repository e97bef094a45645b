import { writeFileSync } from 'node:fs';
import { flagsOrExit } from '../cli/flags.ts';
import { generatedFiles } from './generated.ts';

flagsOrExit({ name: 'run docs:write', purpose: 'writes documents and types that are generated from the schemas.' });

for (const [file, text] of Object.entries(await generatedFiles())) writeFileSync(file, text);
