import { evaluationLines } from './lines.ts';

process.stdout.write(`${evaluationLines().join('\n')}\n`);
