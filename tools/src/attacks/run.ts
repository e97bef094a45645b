import { endProgram } from '../cli/end-program.ts';
import { flagsOrExit } from '../cli/flags.ts';
import { type Keep, stoppingAtEnd } from '../cli/stopping-at-end.ts';
import { useOwnServers } from '../platform/own-servers.ts';
import { attacks } from './attacks.ts';
import { watchEventLoops } from './event-loops.ts';
import { startTarget } from './target.ts';
import { countAnswers, formatTable, type Trial, trial } from './trial.ts';

/** An attack that came to no end shows nothing, and must not hide what the others show. */
const failed = (name: string, error: unknown): Trial => {
  const tried = trial('failed', name);
  tried.note(name, String((error as Error).cause ?? error), false);
  return tried;
};

const names = attacks.map(({ name }) => name);
const { words: only } = flagsOrExit({
  name: 'run test:attacks',
  purpose: `attacks a platform of its own, which asks for credentials, and prints what held; without names in every way:
${names.join(', ')}.`,
  words: {
    takes: '[attack …]',
    fault: (words) => {
      const unknown = words.find((word) => !names.includes(word));
      return unknown === undefined ? undefined : `There is no attack ${unknown}`;
    },
  },
});
const run = async (keep: Keep): Promise<number> => {
  console.log('Starting a platform of its own, which asks for credentials, to attack it.');
  const loops = await keep(watchEventLoops);
  const target = await keep(() => startTarget(loops.env));
  await loops.begin();
  const trials: Trial[] = [];
  for (const attack of attacks.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const tried = await attack(target, (full) => full).catch((error: unknown) => [failed(attack.name, error)]);
    trials.push(...tried, await loops.look(tried));
  }
  console.log(`\n${formatTable(trials).join('\n')}`);
  const breaches = trials.flatMap(({ what, breaches: found }) => found.map((breach) => `${what}: ${breach}`));
  for (const breach of breaches) console.error(`BREACH  ${breach}`);
  console.log(`\n${trials.reduce((sum, each) => sum + countAnswers(each), 0)} inputs.`);
  console.log(breaches.length === 0 ? 'Everything held.' : `${breaches.length} breaches.`);
  return breaches.length === 0 ? 0 : 1;
};

useOwnServers(console.log);
await endProgram(await stoppingAtEnd(run));
