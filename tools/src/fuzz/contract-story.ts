import { expect } from '@jest/globals';
import { setContractStatus, updateContract } from '@staycover/api';
import { type Client, eventually } from '@staycover/testing';
import fc from 'fast-check';
import { acceptable, acceptableBody, type Body, scalars, stated } from './bodies.ts';

type Story = { deal: Body; steps: { kind: 'change' | 'move'; body: Body }[] };

/** A deal and the operations on its contract. */
export const contractStories: fc.Arbitrary<Story> = fc.record({
  deal: acceptableBody('DealBody'),
  steps: fc.array(
    fc.oneof(
      acceptable(updateContract).map((body) => ({ kind: 'change' as const, body })),
      acceptable(setContractStatus).map((body) => ({ kind: 'move' as const, body })),
    ),
    { minLength: 2, maxLength: 6 },
  ),
});

/** What of a deal the contract keeps; a deal may write its numbers as text, and null for what it leaves out. */
const kept = ({
  dealId: _alias,
  eventId: _event,
  dealName: _name,
  closedAt: _closed,
  policy: _policy,
  ...deal
}: Body): Body =>
  Object.fromEntries(
    Object.entries(stated(deal)).map(([key, value]) => [key, /Months|Days|Rate/.test(key) ? Number(value) : value]),
  );

/** Plays a story; false when the deal is refused at once. */
export const playContract = async (
  http: Client,
  organizationId: string,
  { deal: arbitrary, steps }: Story,
): Promise<boolean> => {
  const { dealId: _alias, ...rest } = arbitrary;
  const deal = { ...rest, crmDealId: 'D-1', organizationId };
  const send = () => http.post('/api/webhook/crm/deal-closed', deal);
  const made = await send();
  if (made.status !== 201) return (expect(made.status).toBe(400), false);
  const path = `/api/contract/${made.body.id}`;
  let current = (await http.get(path)).body;
  expect(current).toMatchObject({ ...kept(deal), status: 'DRAFT', version: 1 });
  expect(await send()).toMatchObject({ status: 200, body: made.body });
  const policy = /<([^>]+)>; rel="related"/.exec(made.headers.get('link')!)![1]!;
  const { body } = await eventually('the policy of the deal', async () =>
    (await http.get(policy)).status === 200 ? http.get(policy) : undefined,
  );
  expect(body).toMatchObject({
    contractId: current.id,
    termStart: current.effectiveDate,
    termEnd: current.expirationDate,
    currency: current.currency,
  });

  for (const { kind, body: change } of steps) {
    const answer = kind === 'change' ? await http.put(path, change) : await http.patch(`${path}/status`, change);
    expect([200, 400, 409]).toContain(answer.status);
    if (answer.status === 200) {
      expect(answer.body).toMatchObject(scalars(change));
      expect([current.version, current.version + 1]).toContain(answer.body.version);
      current = answer.body;
    }
    expect((await http.get(path)).body).toEqual(current);
    expect((await http.get(`/api/contract/organization/${organizationId}`)).body).toEqual([current]);
  }
  return true;
};
