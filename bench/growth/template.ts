import { type Client, eventually } from '@staycover/testing';

/** What every name of the template begins with; copies have others in its place. */
export const ORGANIZATION = 'copied-organization';
const ITEM = 'copied-item';
const STATES = ['FL', 'GA', 'CO', 'TX'];
const PROPERTIES = ['a', 'b', 'c'];

/** Won deals of one organization, with active policies that cover three properties each; returns the policy ids. */
export const makePolicies = async (http: Client, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await makePolicy(http, n));
  return ids;
};

const makePolicy = async (http: Client, n: number): Promise<string> => {
  const deal = {
    crmDealId: `${ITEM}-deal-${n}`,
    organizationId: ORGANIZATION,
    signatoryName: 'Jane Roe',
    baseRatePerNight: 4 + n / 4,
  };
  const { headers } = succeeded(await http.post('/api/webhook/crm/deal-closed', deal));
  const id = /policy\/([0-9a-f-]{36})/.exec(headers.get('link') ?? '')![1]!;
  const coverageElections = PROPERTIES.map((property) => ({
    electionId: `${ITEM}-election-${n}-${property}`,
    scopeType: 'PROPERTY',
    scopeId: `${ITEM}-${n}-${property}`,
    action: 'INCLUDE',
    property: {
      propertyId: `${ITEM}-${n}-${property}`,
      propertyName: `House ${property}`,
      state: STATES[n % STATES.length],
      country: 'US',
    },
  }));
  await eventually(
    'the policy takes elections',
    async () => (await http.put(`/api/policy/${id}`, { coverageElections })).status === 200,
  );
  succeeded(await http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' }));
  return id;
};

/** An invoice of each policy, sent; all but the last are paid. */
export const invoiceAll = async (http: Client, policies: readonly string[]): Promise<void> => {
  for (const [n, policy] of policies.entries()) {
    const answer = await eventually('billing knows the policy', async () => {
      const generated = await http.post(`/api/invoice/generate/${policy}`);
      return generated.status !== 404 && generated;
    });
    const { id } = succeeded(answer).body;
    succeeded(await http.patch(`/api/invoice/${id}/status`, { status: 'SENT' }));
    if (n < policies.length - 1) succeeded(await http.patch(`/api/invoice/${id}/status`, { status: 'PAID' }));
  }
};

/** Months of it, on a clock that can be moved. */
export const playMonths = async (http: Client, policies: readonly string[], months: number): Promise<void> => {
  for (let month = 0; month < months; month++) {
    const { now } = (await http.get('/sandbox/clock')).body;
    const today = Temporal.PlainDate.from(now.slice(0, 10));
    const advanceDays = today.until(today.add({ months: 1 }).with({ day: 2 }), { largestUnit: 'days' }).days;
    succeeded(await http.post('/sandbox/clock', { advanceDays }));
    await invoiceAll(http, policies);
  }
};

type Answer = Awaited<ReturnType<Client['post']>>;

const succeeded = (answer: Answer): Answer => {
  if (answer.status < 300) return answer;
  throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
};
