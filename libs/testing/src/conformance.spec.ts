import { expect, test } from '@jest/globals';
import { Invoice, schemaExample } from '@staycover/api';
import { assertDocumented } from './conformance.ts';

const generated = (path: string, requestBody: string) => () =>
  assertDocumented({
    method: 'POST',
    path: `/api/invoice/generate/0198f1c2-0000-7000-8000-000000000001${path}`,
    requestBody,
    status: 200,
    contentType: 'application/json',
    body: schemaExample(Invoice),
  });

test('a body that was accepted must keep to its schema', async () => {
  await expect(generated('?dryRun=true', '{}')()).resolves.toBeUndefined();
  await expect(generated('?dryRun=true', '1e+308')()).rejects.toThrow('the accepted body breaks its schema');
});

test('a body that the route ignores may be anything', async () => {
  await expect(generated('', '1e+308')()).resolves.toBeUndefined();
});
