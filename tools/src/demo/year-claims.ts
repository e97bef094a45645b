import type { Resource } from '@staycover/client';
import type { Customers, YearStage } from './year-stage.ts';

type Claim = Resource<'Claim'>;

/** Claims of a month, counted from 0, and their outcomes. */
const STORIES = [
  [20, 'approved, paid in two parts'],
  [40, 'approved, paid at once'],
  [60, 'set aside for, then denied'],
] as const;
type Story = (typeof STORIES)[number][1];

const FIRST_MONTH = 1;

/** Plays the claims of a month: open ones of the month before, then new ones. */
export const playClaims = async (stage: YearStage, customers: Customers, month: number): Promise<void> => {
  for (const claim of await stage.claims()) await finish(stage, claim, month);
  if (month < FIRST_MONTH) return;
  for (const [first, story] of STORIES) {
    const [policyId] = [...customers].find(([, number]) => number === first + month)!;
    const { status } = await stage.call('GET', `/api/policy/${policyId}`, 200);
    if (status === 'ACTIVE') await damage(stage, first + month, story);
  }
};

const finish = async (stage: YearStage, { id, statusName, decision, paidAmount, payouts }: Claim, month: number) => {
  if (statusName === 'UNDER_REVIEW') {
    const denial = { outcome: 'DENY', denialReason: 'NOT_PROVEN' };
    await stage.call('POST', `/api/claim/${id}/decision`, 200, denial);
  }
  if (statusName === 'APPROVED') await pay(stage, id, (decision!.approvedAmount * 100 - paidAmount * 100) / 100);
  // Each third month the bank returns a payout, which goes out again a month later.
  const isReturned = statusName === 'PAID' && payouts.length === 1 && month % 3 === 0;
  if (isReturned) {
    const back = { amount: -payouts[0]!.amount, reverses: payouts[0]!.id };
    await stage.call('POST', `/api/claim/${id}/payouts`, 201, back);
  }
};

const pay = (stage: YearStage, id: string, amount: number) =>
  stage.call('POST', `/api/claim/${id}/payouts`, 201, { amount, payee: 'Acme Stays LLC' });

/** A stay of the last three nights, with a cover of 3,000 and a deductible of 250, and a claim of 700. */
const damage = async (stage: YearStage, number: number, story: Story): Promise<void> => {
  const { organizationId } = stage;
  const today = await stage.today();
  const reservationReferenceId = `RES-${number}`;
  await stage.call('POST', '/api/reservation', 200, {
    organizationId,
    reservationReferenceId,
    arrivalDate: today.subtract({ days: 3 }).toString(),
    departureDate: today.toString(),
    propertyId: `${number}-1`,
    selectedPolicies: [{ policyName: 'Damage', damageCoverage: 3_000, deductible: 250, price: 24.9 }],
  });
  const { id } = await stage.call('POST', '/api/claim', 201, {
    organizationId,
    reservationReferenceId,
    damageDate: today.subtract({ days: 2 }).toString(),
    damageDescription: 'The television fell off the wall.',
    estimateAmount: 700,
  });
  await stage.call('PATCH', `/api/claim/${id}/status`, 200, { status: 'UNDER_REVIEW' });
  await stage.call('PUT', `/api/claim/${id}/reserve`, 200, { amount: 450 });
  if (story === 'set aside for, then denied') return;
  await stage.call('POST', `/api/claim/${id}/decision`, 200, { outcome: 'APPROVE' });
  await pay(stage, id, story === 'approved, paid at once' ? 450 : 150);
};
