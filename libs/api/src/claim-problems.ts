/** Why a claim is not decided or paid as asked. */
export const claimProblems = {
  'not-covered': {
    status: 409,
    title: 'Not covered',
    description:
      'The policy does not cover the damage: `reason` has the cause. Deny the claim, or correct the policy and decide again.',
  },
  'exceeds-cover': {
    status: 409,
    title: 'Exceeds the cover',
    description: 'The amount to approve is more than the cover pays: `payable` is the most.',
  },
  'claim-incomplete': {
    status: 409,
    title: 'Claim is incomplete',
    description: 'The claim cannot be approved yet: send what `missing` names with the decision.',
  },
  'currency-mismatch': {
    status: 409,
    title: 'Currencies differ',
    description:
      'The cover, or what was paid on the claim, is in another currency than the policy, or no amount of it: correct the reservation or the policy, or reverse the payouts.',
  },
  'claim-has-payouts': {
    status: 409,
    title: 'Claim has payouts',
    description: 'The claim has payouts. Reverse them first.',
  },
  'exceeds-approved': {
    status: 409,
    title: 'Exceeds what was approved',
    description: 'The payouts would be more than what was approved: `payable` is left.',
  },
  'payout-reversed': {
    status: 409,
    title: 'Payout is reversed',
    description: 'You cannot take back more than was paid: `payable` is left of the payout.',
  },
} as const;
