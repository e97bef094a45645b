import { expect } from '@jest/globals';
import { addLineItem, createPolicy, setPolicyStatus, updatePolicy } from '@staycover/api';
import type { Client } from '@staycover/testing';
import fc from 'fast-check';
import { acceptable, type Body, scalars } from './bodies.ts';

type Step = { kind: 'change' | 'move' | 'bill'; body: Body };
type Current = { id: string; version: number; status: string } & Body;

/** A policy and the operations on it. */
export const policyStories: fc.Arbitrary<{ body: Body; steps: Step[] }> = fc.record({
  body: acceptable(createPolicy),
  steps: fc.array(
    fc.oneof(
      // What has a day of its own shows on that day: it has its own specs.
      acceptable(updatePolicy).map(({ effectiveFrom: _day, ...body }): Step => ({ kind: 'change', body })),
      acceptable(setPolicyStatus).map(({ status }): Step => ({ kind: 'move', body: { status } })),
      acceptable(addLineItem).map((body): Step => ({ kind: 'bill', body })),
    ),
    { minLength: 2, maxLength: 6 },
  ),
});

const withoutEnrollments = ({ enrolledProperties: _all, activeEnrollments: _active, ...rest }: Body) => rest;

/** Plays a story; false when the policy is refused at once. */
export const playPolicy = async (
  http: Client,
  organizationId: string,
  { body, steps }: { body: Body; steps: Step[] },
): Promise<boolean> => {
  const path = '/api/policy';
  const created = await http.post(path, { ...body, organizationId, previousPolicyId: null });
  if (created.status !== 201) return (expect(created.status).toBe(400), false);
  expect(created.body).toMatchObject({ ...scalars(body), organizationId, previousPolicyId: null, version: 1 });
  let current = created.body;
  for (const step of steps) {
    current = await take(http, step, current);
    const read = await http.get(`${path}/${current.id}`);
    expect(withoutEnrollments(read.body)).toEqual(withoutEnrollments(current));
    expect(read.headers.get('etag')).toBe(`"${current.version}"`);
    expect((await http.get(`${path}?organizationId=${organizationId}`)).body).toEqual([read.body]);
    current = read.body;
  }
  return true;
};

/** Executes a step and returns the expected policy. */
const take = async (http: Client, { kind, body }: Step, current: Current): Promise<Current> => {
  const path = `/api/policy/${current.id}`;
  if (kind === 'bill') {
    await bill(http, current.id, body);
    return current;
  }
  const answer = kind === 'change' ? await http.put(path, body) : await http.patch(`${path}/status`, body);
  if (answer.status !== 200) {
    expect([400, 409]).toContain(answer.status);
    return current;
  }
  expect(answer.body).toMatchObject(scalars(body));
  expect([current.version, current.version + 1]).toContain(answer.body.version);
  return answer.body;
};

/** Generates an invoice, adds a line and removes it again, which leaves everything as it was. */
const bill = async (http: Client, policyId: string, line: Body): Promise<void> => {
  const { status, body: draft } = await http.post(`/api/invoice/generate/${policyId}`);
  expect([200, 201, 409]).toContain(status);
  if (status === 409) return;
  const path = `/api/invoice/${draft.id}`;
  const added = await http.post(`${path}/line-items`, line);
  expect([200, 400]).toContain(added.status);
  if (added.status === 400) return;
  expect((await http.get(path)).body).toEqual(added.body);
  expect(added.body.lineItems.at(-1)).toMatchObject({
    description: line['description'],
    category: line['category'],
    manual: true,
    orderId: null,
  });
  const removed = await http.delete(`${path}/line-items/${added.body.lineItems.length - 1}`);
  expect(removed.body).toMatchObject({ lineItems: draft.lineItems, total: draft.total, version: draft.version + 2 });
};
