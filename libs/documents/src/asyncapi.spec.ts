import specs from '@asyncapi/specs';
import { expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { events, inboundEvents, rpcs } from '@staycover/events';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { asyncApiDocument } from './asyncapi.ts';

const document = await asyncApiDocument({
  publicUrl: 'http://localhost:8080',
  natsHost: 'localhost:4222',
  consumers: [{ service: 'contract', event: inboundEvents.dealClosed }],
});

test('the document fits the schema of AsyncAPI 3', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, meta: false, validateSchema: false });
  const schema = specs.schemas['3.0.0'] as object;
  expect(ajv.validate(schema, document) ? [] : ajv.errors).toEqual([]);
});

test('the linter finds nothing in it', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const faults = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'asyncapi.json', config });
  expect(faults.map(({ message }) => message)).toEqual([]);
});

test('every event and request has a channel, and every message an example that fits', () => {
  expect(Object.keys(document.channels)).toHaveLength(events.length + 2 * rpcs.length);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'asyncapi');
  const faults = Object.entries(document.components.messages).flatMap(([name, { payload, examples }]) => {
    const schema = JSON.parse(JSON.stringify(payload).replaceAll('"#/', '"asyncapi#/')) as object;
    return (examples as { payload: unknown }[]).flatMap((example) =>
      ajv.validate(schema, example.payload) ? [] : [`${name}: ${ajv.errorsText()}`],
    );
  });
  expect(faults).toEqual([]);
});

test('an operation names its publisher and its consumers', () => {
  expect(document.operations['inboundDealClosed']).toMatchObject({
    action: 'receive',
    'x-publisher': 'other systems',
    'x-consumers': ['contract'],
  });
  expect(document.operations['billingInvoiceSent']).toMatchObject({ action: 'send', 'x-publisher': 'billing' });
  expect(document.operations['policyGet']).toHaveProperty('reply');
});
