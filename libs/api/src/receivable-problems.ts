/** Why money does not move as asked. */
export const receivableProblems = {
  'invoice-has-payments': {
    status: 409,
    title: 'Invoice has payments',
    description: 'Reverse its payments first, or end the cover of its nights, which are then credited.',
  },
  'credit-note-used': {
    status: 409,
    title: 'Credit note is used',
    description: 'The credit note has met what the account owed; it cannot be voided any more.',
  },
  'payment-refunded': {
    status: 409,
    title: 'Payment is refunded',
    description:
      'Of the payment less is `left` (in minor units) than is to be paid back, or a part was paid back already.',
  },
} as const;
