import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from '../compose.ts';
import { type ClaimsConfig, claimsSettings } from '../config.ts';

type Options = NonNullable<Parameters<typeof startTestService<ClaimsConfig>>[2]>;

/** The claims service on infrastructure of its own, with its settings by default. */
export const startClaims = ({ config, ...options }: Options = {}): Promise<TestService> =>
  startTestService<ClaimsConfig>(manifest, compose, { ...options, config: { ...claimsSettings.parse({}), ...config } });
