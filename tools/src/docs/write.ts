import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated.ts';

for (const [file, text] of Object.entries(await generatedFiles())) writeFileSync(file, text);
