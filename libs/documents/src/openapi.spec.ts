import { describe, expect, it, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { routes } from '@staycover/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from './openapi.ts';

const document = await openApiDocument({ publicUrl: 'https://gateway.acme.example' });

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
type Operation = {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    example?: unknown;
    schema: object;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: object }>;
};

const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as Operation[];
const operation = (id: string): Operation => operations.find(({ operationId }) => operationId === id)!;

test('the document breaks no rule of OpenAPI 3.1 nor of the linter', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const faults = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(faults.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  // Both are the interface's own: words and variables share a place in renewal paths, enroll only answers 410.
  const warned = new Set(faults.map(({ ruleId }) => ruleId));
  expect([...warned].toSorted()).toEqual(['no-ambiguous-paths', 'operation-2xx-response']);
});

test('the document has every route, once', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    routes.map(({ operationId }) => operationId).toSorted(),
  );
});

test.each<[string, string[], string[]]>([
  ['getInvoice', ['read'], ['Needs the role `read`']],
  ['sendInvoice', ['finance'], ['Needs the role `finance`']],
  ['setRenewalStatus', ['underwrite'], ['Needs the role `underwrite`']],
  [
    'updatePolicy',
    ['write', 'underwrite'],
    ['- `write`: `name`,', '- `underwrite`: `coverageElections[].planId`, `coverageElections[].rateOverridePerNight`,'],
  ],
  ['updateContract', ['write', 'underwrite'], ['- `write`: `legalBusinessName`,', '`baseRatePerNight`']],
  ['receiveDeal', [], ['Needs no role.']],
])('%s names its roles', (id, roles, texts) => {
  const { security, description } = operation(id);
  expect(security).toEqual([{}, ...roles.flatMap((role) => [{ bearer: [role] }, { apiKey: [role] }])]);
  for (const text of texts) expect(description).toContain(text);
});

test.each(['submitClaim', 'lookupReservation'])('%s takes credentials, and guests without any', (id) => {
  const { security, description } = operation(id);
  expect(security).toEqual([{}, { bearer: [] }, { apiKey: [] }]);
  expect(description).not.toContain('Needs no role.');
});

test('every parameter has a description', () => {
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  );
  expect(silent).toEqual([]);
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi');
const compiled = new Map<string, ValidateFunction>();
/** Refusals, which hundreds of operations share, are compiled once. */
const compile = (schema: object): ValidateFunction => {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const fits = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
  compiled.set(text, fits);
  return fits;
};

test('every example fits its schema', () => {
  const check = (where: string, schema: object, value: unknown): string[] => {
    const fits = compile(schema);
    return fits(value) ? [] : [`${where}: ${ajv.errorsText(fits.errors)}`];
  };

  const faults = operations.flatMap(({ operationId, requestBody, responses, parameters }) => {
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    const bodies = contents
      .flatMap((content) => Object.values(content ?? {}))
      .flatMap(({ schema, example, examples = {} }) => {
        const values = [
          ...Object.values(examples).map(({ value }) => value),
          ...(example === undefined ? [] : [example]),
        ];
        return values.flatMap((value) => check(operationId, schema, value));
      });
    const given = parameters.filter(({ example }) => example !== undefined);
    return [
      ...bodies,
      ...given.flatMap(({ name, schema, example }) => check(`${operationId} ${name}`, schema, example)),
    ];
  });
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    ((schema['examples'] as unknown[] | undefined) ?? []).flatMap((example) => check(name, schema, example)),
  );
  expect([...faults, ...schemas]).toEqual([]);
});

test.each([
  ['ReservationLookupBody', {}, false],
  ['ReservationLookupBody', { claimToken: null }, false],
  ['ReservationLookupBody', { claimToken: null, reservationReferenceId: 'RES-1' }, true],
  ['RenewalStatusBody', { status: 'CANCELLED', newRate: 4 }, false],
  ['RenewalStatusBody', { status: 'SCHEDULED', newRate: 4 }, true],
  ['ElectionBody', { scopeType: 'GROUP', action: 'INCLUDE' }, false],
  ['ElectionBody', { scopeType: 'ORGANIZATION', action: 'INCLUDE' }, true],
  ['DealBody', { organizationId: 'acme' }, false],
  ['DealBody', { organizationId: 'acme', dealId: 'D-1', termMonths: '600' }, true],
  ['DealBody', { organizationId: 'acme', dealId: 'D-1', termMonths: '601' }, false],
  ['DealBody', { organizationId: 'acme', dealId: 'D-1', baseRatePerNight: '4.25' }, true],
  ['DealBody', { organizationId: 'acme', dealId: 'D-1', baseRatePerNight: '-4.25' }, false],
])('the schema %s describes rules over several members: %j fits: %p', (name, value, fits) => {
  expect(compile({ $ref: `#/components/schemas/${name}` })(value)).toBe(fits);
});

describe('an operation documents', () => {
  it('where its answer leads', () => {
    expect(operation('createPolicy').responses['201']).toHaveProperty('links.generateInvoice', {
      operationId: 'generateInvoice',
      parameters: { policyId: '$response.body#/id' },
    });
  });

  it('the headers that make changing safe', () => {
    const named = (id: string) =>
      operation(id)
        .parameters.filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    expect(named('getPolicy')).toEqual(['If-None-Match']);
    expect(named('updatePolicy')).toEqual(['If-Match', 'Prefer']);
    expect(named('createPolicy')).toEqual(['Idempotency-Key', 'Prefer']);
    expect(named('receiveDeal')).toContain('Prefer');
    expect(named('receivePaymentEvent')).toEqual(['Stripe-Signature']);
    expect(Object.keys(operation('receiveDeal').responses['201']!.headers!)).toEqual(
      expect.arrayContaining(['Ignored-Members', 'Preference-Applied']),
    );
    expect(Object.keys(operation('createPolicy').responses['201']!.headers!)).toEqual(
      expect.arrayContaining(['ETag', 'Location', 'Ignored-Members']),
    );
  });

  it.each([
    ['getStatement', ['currency', 'from', 'to'], []],
    ['getPremiumBordereau', ['organizationId', 'month'], []],
    ['search', ['q'], ['organizationId', 'limit']],
    ['listPolicies', [], ['organizationId', 'contractId', 'status', 'view', 'order', 'limit', 'cursor']],
  ])('which query parameters %s needs', (id, needed, others) => {
    const named = (required: boolean) =>
      operation(id)
        .parameters.filter((parameter) => parameter.in === 'query' && parameter.required === required)
        .map(({ name }) => name);
    expect([named(true), named(false)]).toEqual([needed, others]);
  });

  it('rules between query parameters', () => {
    expect(operation('getStatement').description).toContain('- `to` must not be below from');
    expect(operation('listPolicies').description).not.toContain('Rules between query parameters');
  });

  it('that unknown query parameters are refused, where they are', () => {
    const refusing = operations.filter(({ description }) =>
      description.includes('An unknown query parameter is a 400'),
    );
    const strict = routes.filter(({ query }) => query && query.def.catchall === undefined);
    expect(refusing.map(({ operationId }) => operationId).toSorted()).toEqual(
      strict.map(({ operationId }) => operationId).toSorted(),
    );
    for (const id of ['getPolicy', 'getInvoice']) expect(operation(id).description).not.toContain('unknown query');
  });

  it('every answer, problems with an example each', () => {
    const { responses } = operation('setInvoiceStatus');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '404', '409', '412', '503']));
    const conflict = responses['409']!.content!['application/problem+json']!;
    expect(Object.keys(conflict.examples!)).toEqual(
      expect.arrayContaining(['invalid-transition', 'invoice-has-payments']),
    );
    expect(conflict.examples).toHaveProperty('invalid-transition.value.allowed', ['SENT', 'VOID']);
    expect(operation('getPolicy').responses).toHaveProperty('304');
  });

  it.each([
    ['sendInvoice', '409', 'draft-stale', 'total'],
    ['receiveDeal', '409', 'deal-conflict', 'contractReference'],
    ['getPolicy', '429', 'rate-limited', 'retryAfter'],
  ])('of %s that a %s %s has the member %s', (id, status, slug, member) => {
    const { examples } = operation(id).responses[status]!.content!['application/problem+json']!;
    expect(examples![slug]!.value).toHaveProperty(member);
    const { properties } = document.components.schemas['Problem'] as { properties: Record<string, object> };
    expect(properties[member]).toMatchObject({ description: expect.stringMatching(`^${slug}: `) });
  });

  it('that numbers of a deal may be strings', () => {
    expect(document.components.schemas['DealBody']).toHaveProperty(
      'properties.termMonths.anyOf.0.anyOf.1.type',
      'string',
    );
    expect(document.components.schemas['CoverageBodyOfDeal']).toHaveProperty(
      'properties.deductible.anyOf.0.anyOf.1.type',
      'string',
    );
    expect(document.components.schemas['CoverageBody']).toHaveProperty('properties.deductible.anyOf.0.type', 'number');
  });

  it('that the enroll endpoint is retired', () => {
    expect(operation('enrollProperties')).toMatchObject({ deprecated: true });
    expect(Object.keys(operation('enrollProperties').responses)).toEqual(['410']);
  });
});
