import type { CommandDeps } from '@staycover/change';
import type { NightCover as NightCoverResource, policyCover } from '@staycover/events';
import { businessDate, calendarDate, chunks, DomainError, isId, jsonBytes, timestampIfAny } from '@staycover/kernel';
import type { z } from 'zod';
import { loadNight } from '../db/night-covers.ts';
import { coverOn, type NightCover } from '../domain/cover-on.ts';
import { datedMembersResource } from '../wire/dated-members.ts';

type Request = z.infer<typeof policyCover.request>;
type Answer = { policies: NightCoverResource[]; nextCursor: string | null };

const PAGE = 50;
// Below the 1 MiB that a NATS message may have.
const PAGE_BYTES = 640 * 1024;

/**
 * Answers which policies of an organization know a property, and whether each covers it on a night: a page at a time,
 * oldest first. The cursor is the last policy's id.
 */
export const coverNight =
  ({ database, clock }: Pick<CommandDeps, 'database' | 'clock'>) =>
  async ({ organizationId, propertyId, date, cursor }: Request): Promise<Answer> => {
    const [now, night] = [clock(), calendarDate(date)];
    const page = { limit: PAGE, after: cursor ? readCursor(cursor) : undefined };
    const found = await loadNight(database, { organizationId, propertyId, night, page }, now);
    if (!found) return { policies: [], nextCursor: null };
    const covers = found.policies.map((facts) => coverOn(facts, found.property, { night, today: businessDate(now) }));
    const resources = covers.map(nightCoverResource);
    const [fitting = []] = chunks(resources, { maxCount: PAGE, maxSize: PAGE_BYTES, getSize: jsonBytes });
    const hasMore = found.hasMore || fitting.length < resources.length;
    return { policies: fitting, nextCursor: hasMore ? fitting.at(-1)!.policyId : null };
  };

const readCursor = (cursor: string): string => {
  if (isId(cursor)) return cursor;
  throw DomainError.invalid([{ pointer: '/cursor', detail: 'must be a cursor of this service' }]);
};

const nightCoverResource = ({ members, boundAt, termStart, ...cover }: NightCover): NightCoverResource => ({
  ...cover,
  ...datedMembersResource(members),
  boundAt: timestampIfAny(boundAt),
  termStart: termStart.toString(),
});
