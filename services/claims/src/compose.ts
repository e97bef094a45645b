import type { Work } from '@staycover/change';
import { inboundEvents, ledgerBalances } from '@staycover/events';
import { systemActor } from '@staycover/kernel';
import { answer, isAnyWaiting, type RpcHandler } from '@staycover/messaging';
import { type Manifest, type Overrides, type Platform, type RunningService, startService } from '@staycover/service';
import { type Advisor, createAdvisor } from './adapters/advisor.ts';
import { limitAttempts } from './adapters/attempts.ts';
import { askPolicies } from './adapters/policy-cover.ts';
import { statedReservations } from './adapters/stated-reservations.ts';
import { tokenVault } from './adapters/token-vault.ts';
import { type ClaimsConfig, claimTokenKey } from './config.ts';
import { countedClaims, countedPostings } from './db/counted.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { readBalances } from './db/postings.ts';
import { decisionRoutes } from './http/decision-routes.ts';
import { intakeRoutes } from './http/intake-routes.ts';
import { moneyRoutes } from './http/money-routes.ts';
import { reportRoutes } from './http/report-routes.ts';
import { claimsRoutes } from './http/routes.ts';
import { summaryRoutes } from './http/summary-routes.ts';
import { consumes, subscriptions } from './messages/subscriptions.ts';
import { acceptSubmission } from './use-cases/accept-submission.ts';
import { assessFollowup } from './use-cases/assess-followup.ts';
import { coverQuestions } from './use-cases/cover-questions.ts';
import { limitGuests, limitRefused } from './use-cases/limit-lookups.ts';
import { findReservation, lookupReservation } from './use-cases/lookup-reservation.ts';
import { isAnyToReject, rejectWaiting } from './use-cases/reject-waiting.ts';
import { reportLostKey } from './use-cases/report-lost-key.ts';
import { stateReservation } from './use-cases/state-reservation.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'claims', migrations, consumes };

/** Wires the claims service and starts it. */
export const compose = (config: ClaimsConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities,
      migrations,
      wire(platform) {
        const vault = tokenVault(claimTokenKey(config));
        void reportLostKey(platform, vault);
        const { lookups, tokens, followups } = limits(config, platform.database);
        const advisor = chooseAdvisor(config);
        if (advisor) watchAdvisor(advisor, platform.metrics);
        const asking = { database: platform.database, ask: askPolicies(platform.nats) };
        const cover = coverQuestions(asking);
        const reservations = reservationsOn(platform);
        const find = findReservation({ database: platform.database, vault, limit: limitGuests(lookups) });
        const accept = acceptSubmission({ find, newId: platform.newId });
        return {
          subscriptions: subscriptions({ vault, cover, reservations }),
          counted: [countedClaims, countedPostings],
          gauges,
          schedules: [
            {
              name: 'waiting-updates',
              cron: '*/5 * * * *',
              isAnyDue: (at) => isAnyToReject(platform.database, at),
              run: ({ signal }) => rejectWaiting(platform, signal),
            },
          ],
          rpc: [balances(platform.database)],
          routes: [
            ...claimsRoutes(platform, {
              state: stateReservation({ ...platform, vault, cover, limit: limitRefused(tokens) }),
              lookup: lookupReservation({ find, vault }),
              assess: assessFollowup({ ...platform, advisor, budget: followups, find }),
            }),
            ...intakeRoutes(platform, { accept, cover, vault, wait: reservations.forCaller }),
            ...decisionRoutes(platform, asking),
            ...moneyRoutes(platform),
            ...reportRoutes(platform),
            ...summaryRoutes(platform),
          ],
        };
      },
    },
    config,
    overrides,
  );

/** They have a consumer of their own, which what is about them may overtake. */
const reservationsOn = ({ nats }: Platform) =>
  statedReservations((organizationId) => isAnyWaiting(nats, inboundEvents.reservationSynced, organizationId));

/** What other services may ask this one. */
const balances = (database: Work): RpcHandler =>
  answer(ledgerBalances, async (asked) => {
    const found = await readBalances(database, systemActor('rpc', asked.organizationId), asked);
    return { balances: found.map(({ balance, ...account }) => ({ ...account, balanceCents: Number(balance) })) };
  });

const limits = ({ LOOKUPS_PER_MINUTE, AI_FOLLOWUPS_PER_MINUTE }: ClaimsConfig, database: Work) => ({
  lookups: limitAttempts({
    database,
    kind: 'lookup',
    limit: LOOKUPS_PER_MINUTE,
    detail: 'Too many lookups or submissions in the last minute.',
  }),
  tokens: limitAttempts({
    database,
    kind: 'token',
    limit: LOOKUPS_PER_MINUTE,
    detail: 'Too many claim tokens were refused in the last minute.',
  }),
  followups: limitAttempts({
    database,
    kind: 'followup',
    limit: AI_FOLLOWUPS_PER_MINUTE,
    detail: 'Your organization asked for too many assessments in the last minute.',
  }),
});

const watchAdvisor = ({ provider, isOpen }: Advisor, metrics: Platform['metrics']): void =>
  metrics.sample(() => metrics.of('breakerOpen').set({ supplier: provider }, Number(isOpen())), 0);

const chooseAdvisor = (config: ClaimsConfig): Advisor | undefined => {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_API_KEY: apiKey, AI_BASE_URL: baseUrl } = config;
  if (provider === 'rules' || !model) return undefined;
  return createAdvisor({ provider, model, apiKey, baseUrl, timeoutMs: config.AI_TIMEOUT_MS });
};
