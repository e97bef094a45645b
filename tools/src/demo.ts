import { narrator } from './demo/narrator.ts';
import { setStage } from './demo/stage.ts';
import { playStory } from './demo/story.ts';
import { startPlatform, type Platform } from './platform/platform.ts';
import { findRunning } from './platform/running.ts';

const print = (line: string): void => console.log(line);

const running = await findRunning();
let own: Platform | undefined;
try {
  if (running) print(`Playing against the platform at ${running.gatewayUrl}.`);
  else print('No platform is running: starting one for this demo, thrown away afterwards.');
  own = running ? undefined : await startPlatform({ say: (line) => print(`  ${line}`), onLine: () => undefined, gatewayPort: 0, ephemeral: true });
  const { gatewayUrl, natsUrl } = running ?? own!;
  const suffix = Date.now().toString(36);
  const tell = narrator(print);
  const stage = await setStage(gatewayUrl, natsUrl, `demo-${suffix}`, tell);
  await playStory(stage, tell, `D-${suffix}`);
  await stage.close();
  print('\nThe story is told: every step and every event came as expected.');
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await own?.stop();
}
process.exit();
