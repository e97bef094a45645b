import { expect, test } from '@jest/globals';
import { everyRole } from '@staycover/kernel';
import { allowedActionsHeader } from './allowed-actions.ts';

const draft = { setInvoiceStatus: ['SENT', 'VOID'], addLineItem: true, removeLineItem: false };

test('the calls that the state allows, and where they may lead', () => {
  expect(allowedActionsHeader(draft, everyRole)).toBe(
    'setInvoiceStatus;to=SENT, setInvoiceStatus;to=VOID, addLineItem',
  );
});

test('none for a caller without a role for them', () => {
  expect(allowedActionsHeader(draft, ['read', 'underwrite'])).toBe('');
});

test('none that is not an API operation', () => {
  expect(allowedActionsHeader({ dropEverything: true }, everyRole)).toBe('');
});

test('an operation with roles by member is allowed to a caller that may set one of the members', () => {
  expect(allowedActionsHeader({ updatePolicy: true }, ['write'])).toBe('updatePolicy');
});
