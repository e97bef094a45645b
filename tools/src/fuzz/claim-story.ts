import { expect } from '@jest/globals';
import { claimStatuses } from '@staycover/api';
import { type EventDefinition, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { type Client, type EventRecorder, eventually } from '@staycover/testing';
import fc from 'fast-check';
import { acceptableData, type Body, stated } from './bodies.ts';

export type Deliverer = {
  http: Client;
  events: EventRecorder;
  /** Whether a service has taken an event, for good. */
  isTaken(eventId: string): Promise<boolean>;
};

/** Publishes an event as another system would; false when it is rejected. */
const deliver = async ({ events, isTaken }: Deliverer, event: EventDefinition, data: Body): Promise<boolean> => {
  const id = await events.publish(event, data as never);
  const isRejected = () =>
    events.seen.some(
      ({ type, data: rejected }) => type.endsWith('.event-rejected.v1') && (rejected as { id: string }).id === id,
    );
  await eventually(`event ${id} is taken or rejected`, async () => isRejected() || (await isTaken(id)));
  return !isRejected();
};

export const reservationStories: fc.Arbitrary<Body[]> = fc.array(acceptableData(inboundEvents.reservationSynced), {
  minLength: 1,
  maxLength: 3,
});

/** Each statement of a reservation replaces the one before; a rejected one changes nothing; false when all are rejected. */
export const playReservation = async (on: Deliverer, organizationId: string, statements: Body[]): Promise<boolean> => {
  const reservationReferenceId = `RES-${organizationId}`;
  const taken: Body[] = [];
  for (const statement of statements) {
    const { claimToken: _token, ...rest } = statement;
    const data = { ...rest, organizationId, reservationReferenceId };
    if (await deliver(on, inboundEvents.reservationSynced, data)) taken.push(data);
    const last = taken.at(-1);
    if (!last) continue;
    const { status, body } = await on.http.post('/api/reservation/lookup', { reservationReferenceId });
    const { organizationId: _own, ...shown } = stated(last);
    const policies = (last['selectedPolicies'] as { price: number }[] | undefined) ?? [];
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...shown, isInsured: policies.length > 0 });
    expect(body.totalInsuranceCost).toBeCloseTo(
      policies.reduce((sum, { price }) => sum + price, 0),
      1,
    );
    const byToken = await on.http.post('/api/reservation/lookup', { claimToken: body.claimToken });
    expect(byToken.body).toEqual(body);
  }
  return taken.length > 0;
};

type ClaimStory = { claim: Body; moves: (typeof claimStatuses)[number][] };

export const claimStories: fc.Arbitrary<ClaimStory> = fc.record({
  claim: acceptableData(inboundEvents.claimSubmitted),
  moves: fc.array(fc.constantFrom(...claimStatuses), { maxLength: 5 }),
});

/** A claim moves as its states allow, and its history has every move; false when it is rejected at once. */
export const playClaim = async (
  on: Deliverer,
  organizationId: string,
  { claim, moves }: ClaimStory,
): Promise<boolean> => {
  const claimId = newId();
  const data = { ...claim, claimId, organizationId };
  const read = async () => (await on.http.get(`/api/claim/${claimId}`)).body;
  if (!(await deliver(on, inboundEvents.claimSubmitted, data))) return false;
  const { organizationId: _own, claimId: id, draft, ...shown } = stated(data);
  let known = [draft ? 'DRAFT' : 'SUBMITTED'];
  expect(await read()).toMatchObject({ ...shown, id, statusName: known[0] });
  for (const statusName of moves) {
    const moved = await deliver(on, inboundEvents.claimUpdated, {
      organizationId,
      claimId,
      statusName,
      changedBy: 'adjuster',
    });
    if (moved && statusName !== known.at(-1)) known = [...known, statusName];
    const now = await read();
    expect(now.statusHistory.map(({ status }: { status: string }) => status)).toEqual(known);
    expect(now).toMatchObject({ statusName: known.at(-1), statusId: claimStatuses.indexOf(now.statusName) + 1 });
  }
  const { body: listed } = await on.http.get(`/api/claim?organizationId=${organizationId}`);
  expect(listed.map(({ statusName }: { statusName: string }) => statusName)).toEqual([known.at(-1)]);
  return true;
};
