import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from '../compose.ts';
import { type RenewalConfig, readConfig } from '../config.ts';
import { policyStandIn } from './policy-service.ts';

/** The last day of the sample policies' term. */
export const LAST_DAY = '2027-10-31T09:30:00Z';

type Clock = ReturnType<typeof fakeClock>;

export type RenewalWorld = TestService & {
  clock: Clock;
  config: Partial<RenewalConfig>;
  policies: ReturnType<typeof policyStandIn>;
  /** Waits until the service knows the policy as the policy service has it. */
  known(policyId: string): Promise<void>;
  /** Starts a run and returns it with the answer's status. */
  run(body?: object, headers?: Record<string, string>): ReturnType<TestService['http']['post']>;
  history(policyId: string): Promise<Record<string, unknown>[]>;
};

const settings = (changes: Record<string, unknown>): Partial<RenewalConfig> => {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere', RENEWAL_DAILY_HOUR: 'off', ...changes });
  return Object.fromEntries(Object.entries(config).filter(([name]) => name.startsWith('RENEWAL_')));
};

/** The renewal service with a stand-in of the policy service, at half past nine on the last day of the sample term. */
export const startRenewalService = async (environment: Record<string, unknown> = {}): Promise<RenewalWorld> => {
  const clock = fakeClock(LAST_DAY);
  const config = settings(environment);
  const service = await startTestService(manifest, compose, { clock, config });
  const policies = policyStandIn(service.events);
  return {
    ...service,
    clock,
    config,
    policies,
    async known(policyId) {
      await eventually('the policy is known', async () => {
        const known = 'select version from renewable_policy where id = $1';
        const rows = await service.sql<{ version: number }>(known, [policyId]);
        return rows[0] && rows[0].version >= policies.get(policyId).version;
      });
    },
    run: (body = {}, headers = {}) => service.http.post('/api/renewal/process', body, headers),
    history: async (policyId) => (await service.http.get(`/api/renewal/policy/${policyId}`)).body,
  };
};

/** Another replica of the service. */
export const startReplica = (world: RenewalWorld) => {
  const { url, user, password } = world.nats;
  const environment = { LOG_LEVEL: 'fatal', DATABASE_URL: world.database.urlFor('renewal') };
  const connections = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password, PORT: 0 };
  return compose({ ...readConfig({ ...environment, ...connections }), ...world.config }, { clock: world.clock });
};
