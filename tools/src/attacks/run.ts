import { attacks } from './attacks.ts';
import { startTarget } from './target.ts';
import { countOf, type Trial, tableOf } from './trial.ts';

console.log('Starting a platform of its own, which asks for credentials, to attack it.');
const target = await startTarget();
const trials: Trial[] = [];
try {
  for (const attack of attacks) trials.push(...(await attack(target)));
} finally {
  await target.stop();
}
console.log(`\n${tableOf(trials).join('\n')}`);
const breaches = trials.flatMap(({ what, breaches: found }) => found.map((breach) => `${what}: ${breach}`));
for (const breach of breaches) console.error(`BREACH  ${breach}`);
console.log(`\n${trials.reduce((sum, each) => sum + countOf(each), 0)} inputs.`);
console.log(breaches.length === 0 ? 'Everything held.' : `${breaches.length} breaches.`);
process.exitCode = breaches.length === 0 ? 0 : 1;
