/** Why money does not move as asked. */
export const receivableProblems = {
  'invoice-has-payments': {
    status: 409,
    title: 'Invoice has payments',
    description: 'Reverse its payments first. Or end the cover of its nights: then they are credited.',
  },
  'credit-note-used': {
    status: 409,
    title: 'Credit note is used',
    description: 'The credit note was used for what the account owed. It can no longer be voided.',
  },
  'payment-refunded': {
    status: 409,
    title: 'Payment is refunded',
    description:
      'You cannot refund or reverse this much: `left` (in minor units) is left of the payment, or a part was paid back already.',
  },
} as const;
