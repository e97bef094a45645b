import { describe, expect, test } from '@jest/globals';
import { inboundEvents } from '@staycover/events';
import fc from 'fast-check';
import { readMessage } from './read-message.ts';

const event = inboundEvents.orderCancelled;

const sent = (organizationId: string, source: string, id: string) => {
  const data = { ...(event.example.data as object), organizationId };
  return readMessage(
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

  test('takes the organization from the subject, whatever the data says', () => {
    const text = JSON.stringify({ ...event.example, source: 'a', id: '1' });
    const read = readMessage(`${event.subjectPrefix}.globex`, text, event);
    expect(read).toMatchObject({ ok: false, organizationId: 'globex', eventKey: 'globex a 1' });
  });

  test.each(['a b', ' a', 'a\u00a0', 'a\n', '', ' '])('a source %j is refused', (wrong) => {
    expect(sent('acme', wrong, '1').ok).toBe(false);
  });
});

describe('an object with a length that is none, where there is to be text', () => {
  const wrong = { length: { toString: false } };

  test.each(Object.values(inboundEvents).map((each) => [each.name, each] as const))(
    'is a fault of %s',
    (_name, each) => {
      const data = { ...(each.example.data as object), organizationId: 'acme' };
      const read = (changes: object) =>
        readMessage(`${each.subjectPrefix}.acme`, JSON.stringify({ ...each.example, data, ...changes }), each);
      expect(read({ source: wrong })).toMatchObject({ ok: false, reason: 'The event does not match its schema.' });
      for (const member of Object.keys(data)) {
        expect(() => read({ data: { ...data, [member]: wrong } })).not.toThrow();
      }
    },
  );
});
