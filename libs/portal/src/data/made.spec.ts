import { expect, test } from '@jest/globals';
import { made } from './made.ts';

test.each([
  [
    { id: 'c-1', contractReference: 'CON-1', status: 'DRAFT' },
    { to: '/deals/$id', reference: 'CON-1', status: 'draft' },
  ],
  [
    { id: 'p-1', policyReference: 'POL-1', status: 'PENDING' },
    { to: '/policies/$id', reference: 'POL-1' },
  ],
  [
    { id: 'i-1', invoiceReference: 'INV-1', policyReference: 'POL-1' },
    { to: '/invoices/$id', reference: 'INV-1' },
  ],
  [{ status: 409, title: 'Invalid transition' }, undefined],
])('%j is about %j', (answer, thing) => {
  if (thing) expect(made(answer)).toMatchObject(thing);
  else expect(made(answer)).toBeUndefined();
});
