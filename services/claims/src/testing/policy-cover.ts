import { Policy, schemaExample } from '@staycover/api';
import { DatedMembers, type NightCover, policyCover } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { answer, connectNats, serveRpc } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import type { TestNats } from '@staycover/testing';

const members = DatedMembers.parse({
  ...schemaExample(Policy),
  coveredCategories: [],
  categoryExclusions: [],
  minNights: null,
  maxNights: null,
  coverage: null,
});

/** The cover of a policy on a night, with defaults. */
export const nightCover = (changes: Partial<NightCover> = {}): NightCover => ({
  ...members,
  policyId: newId(),
  policyReference: 'POL-2026-000123',
  policyVersion: 3,
  covered: true,
  reason: null,
  boundAt: '2026-11-01T08:00:00.000Z',
  termStart: '2026-11-01',
  currency: 'USD',
  ...changes,
});

export const coverage = (changes: object) => ({
  ...schemaExample(Policy).coverage!,
  contentsCoverage: null,
  liabilityCoverage: null,
  dwellingCoverage: null,
  totalCoverage: null,
  deductible: null,
  minimumClaim: null,
  ...changes,
});

/** A stand-in for the policy service that answers `rpc.policy.cover` in pages, as the real one does. */
export const startPolicyCover = async ({ url, user, password }: TestNats) => {
  const logger = createLogger('policy-stand-in', { level: 'fatal' });
  const nats = await connectNats({ url, service: 'policy', logger, user, password });
  const policies = new Map<string, NightCover[]>();
  const changed = new Map<string, { from: string; policies: NightCover[] }>();
  const nights: string[] = [];
  const serve = () =>
    serveRpc(
      nats,
      'policy',
      [
        answer(policyCover, async ({ propertyId, date, cursor }) => {
          nights.push(`${propertyId} ${date}`);
          const later = changed.get(propertyId);
          const found = (later && date >= later.from ? later.policies : policies.get(propertyId)) ?? [];
          const from = Number(cursor ?? 0);
          const nextCursor = from + 1 < found.length ? `${from + 1}` : null;
          return { policies: found.slice(from, from + 1), nextCursor };
        }),
      ],
      logger,
    );
  let stopRpc = await serve();
  return {
    nights,
    /** A new property that these policies know. */
    property(...known: NightCover[]) {
      const propertyId = `prop-${newId()}`;
      policies.set(propertyId, known);
      return propertyId;
    },
    /** What these policies are on later nights. */
    change: (propertyId: string, from: string, ...known: NightCover[]) =>
      void changed.set(propertyId, { from, policies: known }),
    silence: () => stopRpc(),
    speak: async () => void (stopRpc = await serve()),
    async stop() {
      await stopRpc();
      await nats.close();
    },
  };
};
