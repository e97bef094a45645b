import { flagsOrExit } from './cli/flags.ts';
import { playMail } from './demo/mail.ts';
import { narrator } from './demo/narrator.ts';
import { setStage } from './demo/stage.ts';
import { playStory } from './demo/story.ts';
import { tellYear } from './demo/year.ts';
import { isSandbox } from './demo/year-stage.ts';
import { startYearStripe, type YearStripe } from './demo/year-stripe.ts';
import { type MailCatcher, startMailCatcher } from './platform/mail-catcher.ts';
import { type Platform, startPlatform } from './platform/platform.ts';
import { type Addresses, findDatabases, findRunning } from './platform/running.ts';

const print = (line: string): void => console.log(line);

const { year } = flagsOrExit({
  name: 'run demo',
  purpose: 'plays the story against the running platform, or against one of its own.',
  flags: { year: 'Plays a year of 100 policies on a clock that is moved, a month a line' },
});
const suffix = Date.now().toString(36);

const tellStory = async ({ gatewayUrl, natsUrl }: Addresses): Promise<void> => {
  const tell = narrator(print);
  const stage = await setStage(gatewayUrl, natsUrl, `demo-${suffix}`, tell);
  await playStory(stage, tell, `D-${suffix}`);
  await playMail(stage, tell);
  await stage.close();
  print('\nThe story is complete: every step and every event came as expected.');
};

const found = await findRunning();
const running = found && (!year || (await isSandbox(found.gatewayUrl))) ? found : undefined;
let own: Platform | undefined;
let stripe: YearStripe | undefined;
let mails: MailCatcher | undefined;
try {
  if (running) print(`Playing against the platform at ${running.gatewayUrl}.`);
  else print(`No ${year ? 'sandbox' : 'platform'} is running: starting one for this demo, thrown away afterwards.`);
  if (year && !running) stripe = await startYearStripe();
  if (!running) mails = await startMailCatcher(() => undefined);
  const options = {
    say: (line: string) => print(`  ${line}`),
    onLine: () => undefined,
    gatewayPort: 0,
    ephemeral: true,
    sandbox: year,
    env: { ...stripe?.environment, ...mails?.environment },
  };
  own = running ? undefined : await startPlatform(options);
  const addresses = running ?? own!;
  if (year) {
    const databases = own?.databases ?? findDatabases()!;
    await tellYear({ ...addresses, databases, stripe: stripe?.at(addresses.gatewayUrl) }, `year-${suffix}`, print);
  } else await tellStory(addresses);
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await own?.stop();
  await stripe?.stop();
  await mails?.stop();
}
process.exit();
