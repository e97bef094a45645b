import { isRecord } from '@staycover/kernel';
import { writeHeadline } from './headline.ts';
import { type Data, isName, member, memberText, recordIn } from './members.ts';

/** An event as received; its data is unchecked. */
export type ReceivedEvent = {
  id: string;
  type: string;
  service: string;
  name: string;
  aggregateId: string;
  time: string;
  traceId: string | null;
  organizationId: string;
  data: Data;
};

/** What is kept of an event for good. */
export type EventRecord = Omit<ReceivedEvent, 'data'> & {
  kind: string;
  version: number;
  reference: string | null;
  headline: string;
  /** Everything that its data names: its timeline is found by each of these. */
  links: readonly string[];
};

const MOST_LINKS = 32;

/** What is kept of an event of any type. */
export const toEventRecord = ({ data, ...event }: ReceivedEvent): EventRecord => {
  const kind = event.name === 'event-rejected' ? 'rejectedEvent' : (findKind(event.aggregateId, data) ?? event.service);
  const version = member(data, 'version');
  return {
    ...event,
    kind,
    version: typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 1,
    reference: findReference(kind, data),
    headline: writeHeadline(event, data),
    links: findLinks(event, data),
  };
};

/** `invoiceId` being the aggregate's id makes it an invoice. */
const findKind = (aggregateId: string, data: Data): string | undefined =>
  Object.keys(data)
    .find((name) => name.endsWith('Id') && name !== 'organizationId' && data[name] === aggregateId)
    ?.slice(0, -2);

export const findReference = (kind: string, data: Data): string | null =>
  memberText(recordIn(data, kind), `${kind}Reference`) ?? memberText(data, `${kind}Reference`) ?? null;

/** What many things share leads nowhere. */
const NO_LINKS = new Set(['organizationId', 'planId', 'productId', 'contractSigningId', 'groupIds']);

const findNames = (records: readonly Data[], members: RegExp): string[] =>
  records
    .flatMap((record) => Object.entries(record))
    .filter(([name]) => members.test(name) && !NO_LINKS.has(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string');

const findLinks = ({ aggregateId, traceId }: Omit<ReceivedEvent, 'data'>, data: Data): string[] => {
  const records = [data, ...Object.values(data).filter(isRecord)];
  const names = findNames(records, /(Id|Reference|ReferenceId)$/);
  // Last, as lists may be longer than what is kept.
  const listed = findNames(records, /Ids$/);
  const links = [aggregateId, ...(traceId ? [traceId] : []), ...names, ...listed];
  return [...new Set(links.filter(isName))].slice(0, MOST_LINKS);
};
