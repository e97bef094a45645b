import { everyRole } from '@staycover/kernel';
import { z } from 'zod';
import { longList, longText } from './fields.ts';
import { component } from './rules.ts';

export const Fault = component(z.object({ pointer: longText, detail: longText }), {
  id: 'Fault',
  description: 'A fault in a request and where it is, as a JSON pointer',
  example: { pointer: '/termEnd', detail: 'must not be below termStart' },
});
export type Fault = z.infer<typeof Fault>;

/** Bodies of `application/problem+json` (RFC 9457). */
export const Problem = component(
  z.looseObject({
    type: longText,
    title: longText,
    status: z.int(),
    detail: longText,
    instance: longText,
    errors: longList(Fault).optional().meta({ description: 'invalid-request: every fault' }),
    from: longText.optional().meta({ description: 'invalid-transition: the state now' }),
    to: longText.optional().meta({ description: 'invalid-transition: the state asked for' }),
    allowed: longList(longText).optional().meta({ description: 'invalid-transition: where it can move' }),
    earliest: longText
      .optional()
      .meta({ description: 'retroactive-change, notice-too-short: the first day on which it can take effect' }),
    reason: longText.optional().meta({ description: 'not-covered: why' }),
    payable: z
      .number()
      .optional()
      .meta({ description: 'exceeds-cover, exceeds-approved, payout-reversed: the amount at most' }),
    missing: longList(longText).optional().meta({ description: 'claim-incomplete: what must be known' }),
    left: z.int().optional().meta({ description: 'payment-refunded: what can still be paid back, in minor units' }),
    contractId: longText.optional().meta({ description: 'deal-conflict: the contract that the deal made' }),
    contractReference: longText.optional().meta({ description: 'deal-conflict: its reference, where it is known' }),
    total: z.number().optional().meta({ description: 'draft-stale: the total that the invoice would have now' }),
    retryAfter: z.int().optional().meta({ description: 'rate-limited: seconds to wait, as in `Retry-After`' }),
    version: z.int().optional().meta({ description: 'version-mismatch: the version now' }),
    requiredRoles: longList(z.enum(everyRole))
      .optional()
      .meta({ description: 'forbidden: the roles that are missing' }),
    members: longList(longText).optional().meta({ description: 'forbidden: members of the body that need them' }),
    errorId: longText.optional().meta({ description: 'internal: finds the error in the logs' }),
  }),
  {
    id: 'Problem',
    description: 'What went wrong',
    example: {
      type: 'https://gateway.example/problems/invalid-transition',
      title: 'Invalid transition',
      status: 409,
      detail: 'A PAID invoice cannot become DRAFT.',
      instance: '/api/invoice/01a1f84a-95c0-734f-8cde-89a26d67220d/status',
      from: 'PAID',
      to: 'DRAFT',
      allowed: [],
    },
  },
);
export type Problem = z.infer<typeof Problem>;
