import { flagsOrExit } from './cli/flags.ts';

flagsOrExit({ name: 'run evaluate', purpose: 'prints how well the claim rules do on labelled claims.' });
await import('../../services/claims/src/evaluation/report.ts');
