import { type EventRecorder, recordEvents } from '@staycover/testing';
import { type Platform, type PlatformOptions, quietly, startPlatform } from '../platform/platform.ts';

export type TestPlatform = Platform & { events: EventRecorder };

/** The seven processes for one spec: quiet, thrown away at the end, with every event checked as it is published. */
export const startTestPlatform = async ({ env, ...options }: Partial<PlatformOptions> = {}): Promise<TestPlatform> => {
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
    ...options,
    env: { LOG_LEVEL: 'error', ...env },
  });
  const events = await recordEvents({ url: platform.natsUrl, ...(options.auth && platform.natsLogin('observer')) });
  return {
    ...platform,
    events,
    stop: () => events.close().finally(platform.stop),
  };
};
