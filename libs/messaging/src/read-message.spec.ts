import { describe, expect, test } from '@jest/globals';
import { billingEvents, contractEvents, type EventDefinition, inboundEvents } from '@staycover/events';
import fc from 'fast-check';
import { readMessage } from './read-message.ts';

const event = inboundEvents.orderCancelled;

const readText = (subject: string, text: string, definition: EventDefinition) =>
  readMessage(subject, Buffer.from(text), definition);

const sent = (organizationId: string, source: string, id: string) => {
  const data = { ...(event.example.data as object), organizationId };
  return readText(
    `${event.subjectPrefix}.${organizationId}`,
    JSON.stringify({ ...event.example, id, source, data }),
    event,
  );
};

describe('the key of an event of another system', () => {
  const organization = fc.constantFrom('acme', 'globex');
  const source = fc.constantFrom('https://a.example', 'a', 'a%20b', 'b', '/a/b');
  const id = fc.constantFrom('1', 'b 1', ' 1', 'a b 1', 'b');

  test('is the same only for the same organization, source and id', () => {
    const named = fc.tuple(organization, source, id);
    fc.assert(
      fc.property(named, named, (one, other) => {
        const isSame = sent(...one).eventKey === sent(...other).eventKey;
        expect(isSame).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test('takes the organization from the subject, regardless of the data', () => {
    const text = JSON.stringify({ ...event.example, source: 'a', id: '1' });
    const read = readText(`${event.subjectPrefix}.globex`, text, event);
    expect(read).toMatchObject({ ok: false, organizationId: 'globex', eventKey: 'globex a 1' });
  });

  test.each(['a b', ' a', 'a\u00a0', 'a\n', '', ' '])('a source %j is refused', (wrong) => {
    expect(sent('acme', wrong, '1').ok).toBe(false);
  });
});

describe('the bytes of an event', () => {
  const subject = `${event.subjectPrefix}.acme`;
  const text = JSON.stringify({
    ...event.example,
    data: { ...(event.example.data as object), organizationId: 'acme' },
  });

  test('may begin with a byte order mark', () => {
    expect(readText(subject, `\uFEFF${text}`, event)).toMatchObject({ ok: true, envelope: { type: event.type } });
  });

  test('are refused where they are not UTF-8', () => {
    const latin = Buffer.from(text.replace('"acme"', '"acm\u00e9"'), 'latin1');
    expect(readMessage(subject, latin, event)).toMatchObject({ ok: false, reason: 'The event is not UTF-8.' });
  });
});

describe('an envelope of another system', () => {
  const data = { ...(event.example.data as object), organizationId: 'acme' };
  const read = (changes: object) =>
    readText(`${event.subjectPrefix}.acme`, JSON.stringify({ ...event.example, data, ...changes }), event);

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'])(
    'may name its content %s',
    (datacontenttype) => {
      expect(read({ datacontenttype }).ok).toBe(true);
    },
  );

  test('of a trace that is not understood is handled without one', () => {
    expect(read({ traceparent: '00-xyz' })).toMatchObject({ ok: true, envelope: { id: event.example.id } });
  });

  test('in another charset is refused', () => {
    expect(read({ datacontenttype: 'application/json; charset=latin1' }).ok).toBe(false);
  });
});

describe('an object with a length that is none, where there is to be text', () => {
  const wrong = { length: { toString: false } };

  test.each(Object.values(inboundEvents).map((each) => [each.name, each] as const))(
    'is a fault of %s',
    (_name, each) => {
      const data = { ...(each.example.data as object), organizationId: 'acme' };
      const read = (changes: object) =>
        readText(`${each.subjectPrefix}.acme`, JSON.stringify({ ...each.example, data, ...changes }), each);
      expect(read({ source: wrong })).toMatchObject({ ok: false, reason: 'The event does not match its schema.' });
      for (const member of Object.keys(data)) {
        expect(() => read({ data: { ...data, [member]: wrong } })).not.toThrow();
      }
    },
  );
});

describe('an event of a service that is newer', () => {
  const { contractStatusChanged } = contractEvents;
  const { data } = contractStatusChanged.example;

  const read = (definition: EventDefinition, changes: object) => {
    const example = definition.example as { data: { organizationId: string } };
    const sentData = { ...example.data, ...changes };
    const subject = `${definition.subjectPrefix}.${example.data.organizationId}`;
    return readText(subject, JSON.stringify({ ...example, extension: 1, data: sentData }), definition);
  };

  test('is read with a status that is unknown here, as text', () => {
    const contract = { ...data.contract, status: 'ARCHIVED' };
    const message = read(contractStatusChanged, { contract, previousStatus: 'FROZEN' });
    expect(message).toMatchObject({
      ok: true,
      envelope: { data: { contract: { id: data.contract.id, status: 'ARCHIVED' }, previousStatus: 'FROZEN' } },
    });
  });

  test('is read without the members that are unknown here', () => {
    const message = read(contractStatusChanged, {
      signedBy: 'Ann',
      contract: { ...data.contract, seal: { of: 'wax' } },
    });
    expect(message).toMatchObject({ ok: true, envelope: { data } });
    expect(JSON.stringify(message)).not.toMatch(/wax|Ann|extension/);
  });

  test.each([
    ['another type', { previousStatus: 7 }, '/data/previousStatus'],
    ['a member missing', { previousStatus: undefined }, '/data/previousStatus'],
    ['a wrong member next to the unknown status', { previousStatus: 'FROZEN', version: 0 }, '/data/version'],
  ])('is refused with %s', (_what, changes, pointer) => {
    const message = read(contractStatusChanged, changes);
    expect(message).toMatchObject({
      ok: false,
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  });

  test('keeps its rules next to an unknown value', () => {
    const { reserveSplitReversed } = billingEvents;
    expect(read(reserveSplitReversed, { reason: 'WRITE_OFF' })).toMatchObject({ ok: true });
    expect(read(reserveSplitReversed, { reason: 'WRITE_OFF', totalCents: 1 })).toMatchObject({ ok: false });
  });

  test('does not apply to other systems: their unknown values are rejected', () => {
    expect(read(inboundEvents.claimUpdated, { statusName: 'ARCHIVED' })).toMatchObject({
      ok: false,
      errors: [{ pointer: '/data/statusName' }],
    });
  });
});
