import { attacks } from './attacks.ts';
import { watchEventLoops } from './event-loops.ts';
import { startTarget } from './target.ts';
import { countOf, type Trial, tableOf } from './trial.ts';

const only = process.argv.slice(2);
console.log('Starting a platform of its own, which asks for credentials, to attack it.');
const loops = await watchEventLoops();
const target = await startTarget(loops.env);
await loops.begin();
const trials: Trial[] = [];
try {
  for (const attack of attacks.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const tried = await attack(target);
    trials.push(...tried, await loops.look(tried));
  }
} finally {
  await target.stop();
  await loops.stop();
}
console.log(`\n${tableOf(trials).join('\n')}`);
const breaches = trials.flatMap(({ what, breaches: found }) => found.map((breach) => `${what}: ${breach}`));
for (const breach of breaches) console.error(`BREACH  ${breach}`);
console.log(`\n${trials.reduce((sum, each) => sum + countOf(each), 0)} inputs.`);
console.log(breaches.length === 0 ? 'Everything held.' : `${breaches.length} breaches.`);
process.exitCode = breaches.length === 0 ? 0 : 1;
