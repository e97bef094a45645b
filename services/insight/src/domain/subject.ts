import { findReference, type ReceivedEvent } from './event-record.ts';
import { memberText, recordIn } from './members.ts';

/** Something that can be searched for, as an event describes it. */
export type Subject = {
  id: string;
  kind: string;
  organizationId: string;
  reference: string;
  name: string | null;
  status: string | null;
  version: number;
  contractId: string | null;
  terms: readonly string[];
};

const KINDS = ['contract', 'policy', 'invoice', 'payment', 'claim'];
const MOST_TERMS = 24;
const LONGEST_TERM = 64;

/** The aggregate of an event; undefined without a state that has a reference. */
export const toSubject = (
  { aggregateId: id, organizationId, data }: ReceivedEvent,
  { kind, version }: { kind: string; version: number },
): Subject | undefined => {
  if (!KINDS.includes(kind)) return undefined;
  const state = recordIn(data, kind);
  const reference = findReference(kind, data);
  if (reference === null || Object.keys(state).length === 0) return undefined;
  const name = (kind === 'policy' && memberText(state, 'name')) || null;
  const others = ['crmDealId', 'partnerPolicyId', 'reservationReferenceId', 'reference'].map((member) =>
    memberText(state, member),
  );
  return {
    id,
    kind,
    organizationId,
    reference,
    name,
    version,
    status: memberText(state, 'status') ?? memberText(state, 'statusName') ?? null,
    contractId: kind === 'policy' ? (memberText(state, 'contractId') ?? null) : null,
    terms: searchTerms([id, reference, name ?? '', ...others.map((text) => text ?? '')], reference),
  };
};

/** Lower case, without the accents of Latin, Greek and Cyrillic letters: `Café` is found as `cafe`, and the other way round. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Folded words, without brackets and quotation marks. */
const splitWords = (text: string): string[] =>
  fold(text)
    .split(/[\s,;/"'\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/u)
    .filter(Boolean);

/** The number of a reference without its zeros: `INV-2026-000311` is `311`. */
const numberIn = (reference: string): string[] => /(?:^|\D)0*(\d+)$/.exec(reference)?.slice(1) ?? [];

const searchTerms = (texts: readonly string[], reference: string): string[] => {
  const whole = texts.map(fold);
  const terms = [...whole, ...numberIn(reference), ...texts.flatMap(splitWords)].map((term) =>
    term.slice(0, LONGEST_TERM),
  );
  return [...new Set(terms.filter(Boolean))].slice(0, MOST_TERMS);
};

const NAMES: Readonly<Record<string, string>> = {
  con: 'contract',
  contract: 'contract',
  deal: 'contract',
  pol: 'policy',
  policy: 'policy',
  inv: 'invoice',
  invoice: 'invoice',
  pay: 'payment',
  payment: 'payment',
  clm: 'claim',
  claim: 'claim',
};

/** A search: what all results begin with, and of which kind they are. */
export type Search = { kind: string | undefined; beginnings: readonly string[] };

/** `inv 311` is the invoice 311. A name of a kind alone is looked for like any other word. */
export const parseSearch = (q: string): Search => {
  const words = splitWords(q).map((word) => word.slice(0, LONGEST_TERM));
  const [first = '', ...others] = words;
  if (others.length > 0 && Object.hasOwn(NAMES, first)) return { kind: NAMES[first], beginnings: others };
  return { kind: undefined, beginnings: words };
};
