import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { personalMembers, routes } from '@staycover/api';
import { openApiDocument } from '@staycover/documents';
import { eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, httpClient, listenLocally } from '@staycover/testing';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(180_000);

let platform: TestPlatform;
let collector: Server;
const lines: string[] = [];
const spans: Buffer[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => void spans.push(chunk));
    request.on('end', () => response.end());
  });
  const endpoint = await listenLocally(collector);
  platform = await startTestPlatform({
    onLine: (_name, line) => void lines.push(line),
    env: { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
});

afterAll(async () => {
  await platform?.stop();
  collector.close();
});

const marked = new Set(personalMembers());

/** The same with every text in a marked member replaced by one that is planted, of the same form. */
const planted = (value: unknown, isMarked = false): unknown => {
  if (typeof value === 'string') {
    if (!isMarked || /^\d{4}-\d\d-\d\dT/.test(value)) return value;
    if (value.includes('@')) return 'PLANTED@acme.example';
    return value.startsWith('https://') ? 'https://PLANTED.example/' : `PLANTED ${value}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => planted(item, isMarked));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, planted(member, isMarked || marked.has(name))]),
  );
};

/** Every marked member at once, each with something wrong about it. */
const wrong = (): object =>
  Object.fromEntries([...marked].map((name) => [name, [`PLANTED ${name}`, { deeper: 'PLANTED' }]]));

const calls = async (): Promise<number> => {
  const http = httpClient(platform.gatewayUrl, { documented: false });
  let made = 0;
  for (const route of routes.filter(({ body }) => body !== undefined)) {
    const path = route.path.replaceAll(/\{\w+\}/g, newId());
    const json = { 'content-type': 'application/json' };
    const example = (route.body!.meta()?.['example'] ?? inboundEvents.dealClosed.example.data) as object;
    const bodies = [planted(example), { ...(planted(example) as object), ...wrong() }, wrong()].map((body) =>
      JSON.stringify(body),
    );
    for (const body of [...bodies, bodies[0]!.slice(0, -3), `PLANTED ${bodies[0]}`]) {
      await http.raw(route.method.toUpperCase(), path, body, json);
      made += 1;
    }
  }
  return made;
};

const publish = async (): Promise<void> => {
  const nats = await connect({ servers: platform.natsUrl });
  for (const event of Object.values(inboundEvents)) {
    const data = planted(event.example.data) as object;
    for (const sent of [data, { ...data, ...wrong() }, { ...data, organizationId: 'another' }]) {
      const envelope = { ...event.example, id: newId(), data: sent };
      await jetstream(nats).publish(eventSubject(event, 'acme-stays'), JSON.stringify(envelope));
    }
    await jetstream(nats).publish(eventSubject(event, 'acme-stays'), `PLANTED {${JSON.stringify(data)}`);
  }
  await nats.drain();
};

/** The names that a document shows as marked. */
const markedIn = (schema: object): string[] => {
  const inner = Object.entries(schema).filter(([, member]) => typeof member === 'object' && member !== null);
  const here = inner.flatMap(([name, member]) => ('x-personal-data' in member ? [name] : []));
  return [...new Set([...here, ...inner.flatMap(([, member]) => markedIn(member))])];
};

describe('members marked as personal or secret', () => {
  test('are personal data and credentials', async () => {
    expect([...marked]).toEqual(
      expect.arrayContaining([
        'signatoryName',
        'signatoryEmail',
        'claimToken',
        'damageDescription',
        'additionalInsureds',
        'address',
      ]),
    );
    expect(markedIn((await openApiDocument({ publicUrl: 'http://localhost' })).components).toSorted()).toEqual(
      [...marked].toSorted(),
    );
  });

  test('is in no log line and in no span, whether it was accepted, refused or rejected', async () => {
    expect(await calls()).toBeGreaterThan(40);
    await publish();
    const rejections = () => lines.filter((line) => line.includes('went to the dead letters')).length;
    await eventually('every bad event is rejected', () => rejections() >= 2 * Object.values(inboundEvents).length);
    await eventually('spans of every service', () => {
      const text = Buffer.concat(spans).toString('latin1');
      return ['contract', 'policy', 'claims', 'billing'].every((service) => text.includes(service));
    });

    expect(lines.some((line) => line.includes('/api/webhook/crm/deal-closed'))).toBe(true);
    expect(lines.filter((line) => line.includes('PLANTED'))).toEqual([]);
    expect(Buffer.concat(spans).includes('PLANTED')).toBe(false);
  });
});
