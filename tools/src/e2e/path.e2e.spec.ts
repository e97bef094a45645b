import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually, httpClient } from '@staycover/testing';
import { playMail } from '../demo/mail.ts';
import { narrator } from '../demo/narrator.ts';
import { type Stage, setStage } from '../demo/stage.ts';
import { playStory } from '../demo/story.ts';
import { type MailCatcher, startMailCatcher } from '../platform/mail-catcher.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(180_000);

const narrated: string[] = [];
const narrate = narrator((line) => void narrated.push(line));
const lines: string[] = [];

const mailed: string[] = [];

let mails: MailCatcher;
let platform: TestPlatform;
let stories = 0;

beforeAll(async () => {
  mails = await startMailCatcher((line) => void mailed.push(line));
  platform = await startTestPlatform({ say: (line) => void lines.push(line), env: mails.environment });
});

afterAll(async () => {
  await platform?.stop();
  await mails?.stop();
});

const stage = (): Promise<Stage> => setStage(platform.gatewayUrl, platform.natsUrl, `story-${++stories}`, narrate);

describe('the whole platform, seven processes', () => {
  test('carries a deal all the way to a reserve split', async () => {
    const on = await stage();
    await playStory(on, narrate, 'D-1');
    await on.close();
    expect(narrated.join('\n')).toContain('insurance.billing.reserve-split');
  });

  test('mails an organization with a webhook receiver that went away', async () => {
    const on = await stage();
    await playMail(on, narrate);
    await on.close();
    expect(mailed).toEqual([
      expect.stringMatching(/^Mail to dana@acme-stays\.example: Events are no longer sent to your webhook endpoint/),
    ]);
  });

  test('carries many deals side by side', async () => {
    await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const on = await stage();
        await playStory(on, narrate, `D-${i}`);
        await on.close();
      }),
    );
    expect(narrated.filter((line) => line.includes('cents split = cents of the order lines'))).toHaveLength(6);
  });

  test('restarts a killed service, prints it, and continues', async () => {
    const policy = platform.supervisor.children.find(({ name }) => name === 'policy')!;
    process.kill(policy.pid!, 'SIGKILL');
    await eventually('policy was restarted', () => policy.restarts === 1);
    await eventually(
      'policy answers',
      async () => (await httpClient(platform.gatewayUrl).get('/api/policy/unknown')).status === 404,
    );
    expect(lines.some((line) => line.startsWith('policy: ended'))).toBe(true);

    const on = await stage();
    await playStory(on, narrate, 'D-after');
    await on.close();
  });
});
