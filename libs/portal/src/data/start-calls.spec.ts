import { expect, test } from '@jest/globals';
import { startCalls as callsOf, isExpected, rolesFor, type Story, toCurl } from './start-calls.ts';

const startCalls = callsOf(false);
const story: Story = { organization: 'acme', deal: 'D-1' };

test('a deal returns its contract, and its policy in the Link header', () => {
  expect(startCalls[0]!.learn!({ id: 'c-1' }, '</api/policy/p-1>; rel="related"')).toEqual({
    contract: 'c-1',
    policy: 'p-1',
  });
});

test('calls go to what the calls before have made', () => {
  const paths = startCalls.map(({ path }) => path({ ...story, policy: 'p-1', invoice: 'i-1' }));
  expect(paths).toEqual([
    '/api/webhook/crm/deal-closed',
    '/api/policy/p-1',
    '/api/invoice/generate/p-1',
    ...Array.from({ length: 3 }, () => '/api/invoice/i-1/status'),
  ]);
});

test('where credentials are asked for, no deal is sent: only a CRM can sign one', () => {
  const [first, ...following] = callsOf(true);
  expect([first!.path(story), first!.body(story)]).toEqual([
    '/api/policy',
    { organizationId: 'acme', ratePerNight: 4.25, lossFundRatePerNight: 1.1 },
  ]);
  expect(first!.learn!({ id: 'p-1' }, null)).toEqual({ policy: 'p-1' });
  expect(following).toEqual(startCalls.slice(1));
});

test('the calls need the roles of those who price, elect and bill; a signed deal needs none', () => {
  expect(rolesFor(callsOf(true))).toEqual(['underwrite', 'write', 'finance']);
  expect(rolesFor(startCalls)).toEqual(['write', 'finance']);
});

test.each([
  [0, 201, true],
  [0, 200, true],
  [0, 503, false],
  [3, 409, true],
  [3, 200, false],
  [5, 0, false],
])('after the call %d and the answer %d the next one can follow: %s', (call, status, expected) => {
  expect(isExpected(startCalls[call]!, status)).toBe(expected);
});

test('a call can be copied into a shell', () => {
  expect(toCurl('http://localhost:8080', startCalls[3]!, { ...story, invoice: 'i-1' }, false)).toBe(
    `curl -X PATCH http://localhost:8080/api/invoice/i-1/status -H 'Content-Type: application/json' \\
  -d '{"status":"PAID"}'`,
  );
  expect(toCurl('http://localhost:8080', startCalls[2]!, { ...story, policy: 'p-1' }, true)).toBe(
    'curl -X POST http://localhost:8080/api/invoice/generate/p-1 -H "Authorization: Bearer $TOKEN"',
  );
});

test('an organization in the address of the page stays data in the shell', () => {
  const command = toCurl(
    'http://localhost:8080',
    startCalls[0]!,
    { ...story, organization: "x'; echo harm; '" },
    false,
  );
  expect(command).toContain(String.raw`"organizationId":"x'\''; echo harm; '\''"`);
});
