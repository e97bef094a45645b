import { Deal, schemaAt } from '@staycover/api';
import { isRecord, storable } from '@staycover/kernel';
import { z } from 'zod';
import type { Translation } from '../../use-cases/receive-deal.ts';
import type { CrmMapping, CrmMappings } from './mapping.ts';

type Json = Record<string, unknown>;

/**
 * Translates a CRM webhook into a canonical deal, by its shape: a HubSpot workflow (`objectId`, `properties`), a
 * Pipedrive v2 webhook (`meta.entity` deal, `data`), or the canonical body itself.
 */
export const translateDeal =
  (mappings: CrmMappings) =>
  (body: unknown): Translation => {
    if (isRecord(body) && 'objectId' in body && isRecord(body['properties'])) {
      return translate(mappings.hubspot, body['properties'], '/properties', ['objectId', body['objectId']]);
    }
    if (isRecord(body) && isRecord(body['meta']) && body['meta']['entity'] === 'deal') {
      const { data } = body;
      if (data === null) return { ignored: 'The deal was deleted.' };
      if (isRecord(data)) return translate(mappings.pipedrive, data, '/data', ['data/id', data['id']]);
    }
    return { deal: body, toSourcePointer: (pointer) => pointer };
  };

/** Characters of a stage in the reason why a deal is ignored. */
const MOST_SHOWN = 200;

const translate = (mapping: CrmMapping, source: Json, root: string, [idPath, id]: [string, unknown]): Translation => {
  const stage = valueAt(source, mapping.stage);
  if (!mapping.won.includes(toText(stage ?? null))) {
    const shown = storable(JSON.stringify(stage ?? null), MOST_SHOWN);
    return { ignored: `The deal is ${shown}, not ${mapping.won.join(' or ')}.` };
  }
  const deal: Json = typeof id === 'string' || Number.isSafeInteger(id) ? { crmDealId: String(id) } : {};
  const pointers: Record<string, string> = { '/crmDealId': `/${idPath}` };
  for (const [field, member] of Object.entries(mapping.fields)) {
    pointers[`/${field.replaceAll('.', '/')}`] = `${root}/${member.replaceAll('.', '/')}`;
    const value = valueAt(source, member);
    if (value !== undefined && value !== null && value !== '') put(deal, field.split('.'), convert(field, value));
  }
  return { deal, toSourcePointer: (pointer) => toSource(pointers, pointer) };
};

/** What is inside a mapped member is at the same place inside of what the CRM wrote. */
const toSource = (pointers: Readonly<Record<string, string>>, pointer: string): string => {
  const mapped = Object.keys(pointers).find((one) => `${pointer}/`.startsWith(`${one}/`));
  return mapped === undefined ? pointer : pointers[mapped] + pointer.slice(mapped.length);
};

/** `String` fails for an object with a member `toString`. */
const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Both CRMs may wrap a value: `{ "value": … }`. */
const unwrap = (value: unknown): unknown => (isRecord(value) && 'value' in value ? value['value'] : value);

const memberAt = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** A member beside a wrapped value, as its currency, is reached, too. */
const valueAt = (source: Json, path: string): unknown =>
  unwrap(path.split('.').reduce<unknown>((value, key) => memberAt(value, key) ?? memberAt(unwrap(value), key), source));

const put = (target: Json, [first, ...rest]: readonly string[], value: unknown): void => {
  const inner = target[first!];
  target[first!] = rest.length === 0 ? value : isRecord(inner) ? inner : {};
  if (rest.length > 0) put(target[first!] as Json, rest, value);
};

const EPOCH_MS = /^\d{12,14}$/;

const fromEpoch = (text: string): string => Temporal.Instant.fromEpochMilliseconds(Number(text)).toString();

/** HubSpot writes epoch milliseconds or a date, Pipedrive `2026-10-28 14:05:10` in UTC; an RFC 3339 timestamp stays. */
const toTimestamp = (value: unknown): unknown => {
  const text = toText(value);
  if (EPOCH_MS.test(text)) return fromEpoch(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00Z`;
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return `${text.replace(' ', 'T')}Z`;
  return value;
};

/** HubSpot writes a day as the epoch milliseconds of its midnight in UTC, or as a date; a day may also come with a time. */
const toDay = (value: unknown): unknown => {
  const text = toText(value);
  if (EPOCH_MS.test(text)) return fromEpoch(text).slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) ? text.slice(0, 10) : value;
};

/** HubSpot writes a checkbox as text. */
const toFlag = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** Fields that CRMs write in other ways than the canonical deal. */
const CONVERTED: Record<string, (value: unknown) => unknown> = {
  autoRenew: toFlag,
  closedAt: toTimestamp,
  effectiveDate: toDay,
  expirationDate: toDay,
  'policy.autoRenew': toFlag,
  signedDate: toDay,
};

/** JSON reads longer numbers as others that are close. */
const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** HubSpot writes several choices as one text: `FL;TX`. */
const toList = (text: string): string[] =>
  text
    .split(';')
    .map((choice) => choice.trim())
    .filter(Boolean);

/** Ids of CRMs are numbers, and text here. */
const convert = (field: string, value: unknown): unknown => {
  if (Object.hasOwn(CONVERTED, field)) return CONVERTED[field]!(value);
  const schema = schemaAt(Deal, field);
  if (typeof value === 'number' && schema instanceof z.ZodString) return isExact(value) ? String(value) : value;
  return typeof value === 'string' && schema instanceof z.ZodArray ? toList(value) : value;
};
