import { isUtf8 } from 'node:buffer';
import { findExcess, toFaults } from '@staycover/api';
import { type CloudEvent, type EventDefinition, type InboundCloudEvent, parseSubject } from '@staycover/events';
import { contentHash, type Fault, storable, tryParseJson } from '@staycover/kernel';
import { readNewer } from './read-newer.ts';

type Envelope = CloudEvent | InboundCloudEvent;

type Identity = {
  /** What makes the event the same event again: its id, or for other systems (organization, source, id). */
  eventKey: string;
  /** Null when the subject names none. */
  organizationId: string | null;
  /** What the sender knows the event by. */
  sender: { id: string; source: string; type: string | null };
};

export type ReadMessage = Identity &
  ({ ok: true; envelope: Envelope } | { ok: false; reason: string; errors: Fault[] });

/** As over HTTP, a byte order mark is no part of the text. */
const decoder = new TextDecoder();

/** Parses and validates a message against its event's schema; never throws. */
export const readMessage = (subject: string, payload: Uint8Array, event: EventDefinition): ReadMessage => {
  const text = decoder.decode(payload);
  const organizationId = parseSubject(subject)?.organizationId ?? null;
  const json = tryParseJson(text);
  const identity = readIdentity(json, organizationId, event, text);
  const refuse = (reason: string, errors: Fault[]): ReadMessage => ({ ...identity, ok: false, reason, errors });
  if (!isUtf8(payload)) return refuse('The event is not UTF-8.', []);
  if (json === undefined) return refuse('The event is not JSON.', []);
  if (organizationId === null) return refuse('The subject must end in one organization id.', []);
  const excess = event.service === 'inbound' ? findExcess(payload) : undefined;
  if (excess) return refuse(`The event ${excess}.`, []);
  const parsed = readNewer(event, json);
  if (!parsed.success) return refuse('The event does not match its schema.', toFaults(parsed.error));
  const envelope = parsed.data as Envelope;
  if ((envelope.data as { organizationId: string }).organizationId !== organizationId) {
    const detail = `must be the subject's last token, ${organizationId}`;
    return refuse('Subject and data name different organizations.', [{ pointer: '/data/organizationId', detail }]);
  }
  return { ...identity, ok: true, envelope };
};

const readIdentity = (json: unknown, organizationId: string | null, event: EventDefinition, text: string): Identity => {
  const { id, source, type } = (json ?? {}) as Record<string, unknown>;
  const named = (value: unknown): string | null => (typeof value === 'string' ? storable(value, 255) : null);
  const key = named(id) ?? `sha256:${contentHash(text)}`;
  return {
    eventKey: event.service === 'inbound' ? `${organizationId} ${named(source)} ${key}` : key,
    organizationId,
    sender: { id: named(id) ?? '', source: named(source) ?? '', type: named(type) },
  };
};
