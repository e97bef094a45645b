import { expect, test } from '@jest/globals';
import { everyRole } from '@staycover/kernel';
import { allowedActionsHeader } from './allowed-actions.ts';

const draft = { setInvoiceStatus: ['SENT', 'VOID'], addLineItem: true, removeLineItem: false };

test('the calls that the state allows, and where they may lead', () => {
  expect(allowedActionsHeader(draft, everyRole)).toBe(
    'setInvoiceStatus;to=SENT, setInvoiceStatus;to=VOID, addLineItem',
  );
});

test('none for who has no role for them', () => {
  expect(allowedActionsHeader(draft, ['read', 'underwrite'])).toBe('');
});

test('none that is no call of the API', () => {
  expect(allowedActionsHeader({ dropEverything: true }, everyRole)).toBe('');
});

test('a call whose roles depend on its members is allowed to who may set one of them', () => {
  expect(allowedActionsHeader({ updatePolicy: true }, ['write'])).toBe('updatePolicy');
});
