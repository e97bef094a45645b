import { endProgram } from './cli/end-program.ts';
import { flagsOrExit } from './cli/flags.ts';
import { type Keep, stoppingAtEnd } from './cli/stopping-at-end.ts';
import { choosePlatform } from './demo/choose-platform.ts';
import { failureText } from './demo/failure.ts';
import { playMail } from './demo/mail.ts';
import { narrator } from './demo/narrator.ts';
import { setStage } from './demo/stage.ts';
import { playStory } from './demo/story.ts';
import { tellYear } from './demo/year.ts';
import { startYearStripe, type YearStripe } from './demo/year-stripe.ts';
import { startMailCatcher } from './platform/mail-catcher.ts';
import { useOwnServers } from './platform/own-servers.ts';
import { type Platform, startPlatform } from './platform/platform.ts';
import { type Addresses, findDatabases } from './platform/running.ts';

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

/** Starts a platform for this demo alone. */
const startOwn = async (keep: Keep, why: string): Promise<{ platform: Platform; stripe: YearStripe | undefined }> => {
  print(`${why}: starting one for this demo, thrown away afterwards.`);
  useOwnServers(print);
  const stripe = year ? await keep(startYearStripe) : undefined;
  const mails = await keep(() => startMailCatcher(() => undefined));
  const options = {
    say: (line: string) => print(`  ${line}`),
    onLine: () => undefined,
    gatewayPort: 0,
    ephemeral: true,
    sandbox: year,
    env: { ...stripe?.environment, ...mails.environment },
  };
  return { platform: await keep(() => startPlatform(options)), stripe };
};

const play = async (keep: Keep): Promise<number> => {
  let gatewayUrl: string | undefined;
  try {
    const choice = await choosePlatform(year);
    if ('running' in choice) print(`Playing against the platform at ${choice.running.gatewayUrl}.`);
    const own = 'ownFor' in choice ? await startOwn(keep, choice.ownFor) : undefined;
    const addresses = 'running' in choice ? choice.running : own!.platform;
    gatewayUrl = addresses.gatewayUrl;
    if (year) {
      const databases = own?.platform.databases ?? findDatabases(addresses.gatewayUrl);
      if (!databases)
        throw new Error(`the books are read in PostgreSQL: set DATABASE_URL to that of ${addresses.gatewayUrl}.`);
      await tellYear(
        { ...addresses, databases, stripe: own?.stripe?.at(addresses.gatewayUrl) },
        `year-${suffix}`,
        print,
      );
    } else await tellStory(addresses);
    return 0;
  } catch (error) {
    console.error(`\nThe demo failed: ${failureText(error, gatewayUrl)}`);
    return 1;
  }
};

await endProgram(await stoppingAtEnd(play));
