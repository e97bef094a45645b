import { dataOrThrow, type Resource } from '@staycover/client';
import { contractEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import { electionFor } from './election.ts';
import type { World } from './world.ts';

type Deal = Resource<'DealBody'>;

const BUSY = [503, 504];

/** The data of a call, made again while the platform is too busy for it: once it took effect, a repetition changes nothing. */
const patiently = <Data>(what: string, call: () => Promise<{ data?: Data; response: Response }>): Promise<Data> =>
  eventually(what, async () => {
    const answer = call();
    return !BUSY.includes((await answer).response.status) && { data: await dataOrThrow(answer) };
  }).then(({ data }) => data);

/** Closes a new deal; resolves to the created ids when all its effects are done. */
export const closeDeal = async (
  { api, events, quiet }: World,
  deal: Deal,
): Promise<{ contractId: string; policyId: string }> => {
  const { response } = await api.POST('/api/webhook/crm/deal-closed', { body: deal });
  if (response.status !== 201) throw new Error(`the deal was answered with ${response.status}`);
  await quiet();
  const { data } = await events.next(
    contractEvents.dealClosed,
    ({ organizationId, crmDealId }) => organizationId === deal.organizationId && crmDealId === deal.crmDealId,
  );
  return { contractId: data.contract.id, policyId: data.policyId };
};

/** Closes a deal and activates its policy; resolves to the policy id. */
export const startPolicy = async (world: World, deal: Deal): Promise<string> => {
  const { policyId } = await closeDeal(world, deal);
  await movePolicy(world, policyId, 'ACTIVE');
  return policyId;
};

export const readPolicy = ({ api }: World, id: string) =>
  dataOrThrow(api.GET('/api/policy/{id}', { params: { path: { id } } }));

export const movePolicy = async (
  { api, quiet }: World,
  id: string,
  status: Resource<'PolicyStatus'>,
): Promise<void> => {
  await patiently('the policy moves', () =>
    api.PATCH('/api/policy/{id}/status', { params: { path: { id } }, body: { status } }),
  );
  await quiet();
};

/** Elects the cover of a property. */
export const electCover = async ({ api }: World, id: string, propertyId: string): Promise<void> => {
  const body = { coverageElections: [electionFor(propertyId)] };
  await dataOrThrow(api.PUT('/api/policy/{id}', { params: { path: { id } }, body }));
};

/** Invoices everything unbilled. */
export const generateInvoice = async ({ api }: World, policyId: string): Promise<Resource<'Invoice'>> => {
  const invoice = await patiently('the invoice is made', () =>
    api.POST('/api/invoice/generate/{policyId}', { params: { path: { policyId } } }),
  );
  if ('notBilled' in invoice) throw new Error('Only a dry run answers what is not stored');
  return invoice;
};

/** Sends an invoice and gets it paid. */
export const collect = async ({ api, quiet }: World, id: string): Promise<void> => {
  for (const status of ['SENT', 'PAID'] as const) {
    await patiently('the invoice moves', () =>
      api.PATCH('/api/invoice/{id}/status', { params: { path: { id } }, body: { status } }),
    );
  }
  await quiet();
};
