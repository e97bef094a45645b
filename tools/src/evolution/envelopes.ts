import type { EventDefinition } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { listMembers } from './members.ts';
import { readRecording } from './recordings.ts';

/** An event as a release publishes it, with its content. */
export type Sent = {
  release: string;
  event: EventDefinition;
  envelope: { id: string; data: { organizationId: string } };
};

/** Every envelope of an event that a release has published, under an id of its own. */
export const recorded = (event: EventDefinition): Sent[] =>
  Object.entries(readRecording(event)?.envelopes ?? {}).map(([release, envelope]) => ({
    release,
    event,
    envelope: { ...(envelope as Sent['envelope']), id: newId() },
  }));

const UNKNOWN = 'KNOWN_TOMORROW';

/** The same as a later release may publish it: with members that are unknown today, and unknown values of enumerations. */
export const asOfTomorrow = (sent: Sent): Sent => {
  const members = listMembers(sent.event);
  const isEnumeration = (path: string) => (members[path] ?? []).filter((type) => type.startsWith('"')).length > 1;
  const visit = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return isEnumeration(path) ? UNKNOWN : value;
    if (Array.isArray(value)) return value.map((entry) => visit(entry, `${path}/[]`));
    if (value === null || typeof value !== 'object') return value;
    const isRecord = `${path}/*` in members;
    const entries = Object.entries(value).map(([name, member]) => [
      name,
      visit(member, `${path}/${isRecord ? '*' : name}`),
    ]);
    return { ...Object.fromEntries(entries), ...(isRecord ? {} : { tomorrow: { is: ['another', 'day'] } }) };
  };
  const data = visit(sent.envelope.data, '') as Sent['envelope']['data'];
  return { ...sent, release: 'tomorrow', envelope: { ...sent.envelope, id: newId(), data } };
};
