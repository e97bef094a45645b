import type { Resource } from '@staycover/client';

type Booked = Resource<'AccountEntry'>;
type Posting = Booked['postings'][number];

/** An entry of the ledger as people read it: what happened, to what, and by how much. */
export type Entry = {
  id: string;
  postedOn: string;
  currency: string;
  what: string;
  /** What it is about, and where an allocation went; documents alone have pages. */
  items: readonly { id: string; name: string; isDocument: boolean }[];
  /** What more is owed, of one item or of the account; nothing where the account owes as much as before. */
  amount: number | undefined;
  /** What went from the first item to the other, or is disputed of it. */
  moved: number | undefined;
};

/** Of the account, or of one of its items alone. */
export const toEntry = ({ entryId, postedOn, currency, postings }: Booked, itemId?: string): Entry => {
  const [first] = postings as [Posting, ...Posting[]];
  const receivable = postings.filter(({ account }) => account === 'RECEIVABLE');
  const items = new Map(postings.map((posting) => [posting.itemId, posting]));
  const isAllocation = receivable.length === postings.length;
  const isHeld = receivable.length === 0 && postings.some(({ account }) => account === 'DISPUTED');
  const counted = itemId === undefined ? receivable : receivable.filter((posting) => posting.itemId === itemId);
  return {
    id: entryId,
    postedOn,
    currency,
    what: isAllocation ? allocation(first.amount) : describePostings(postings),
    items: [...items.values()].map(toItem),
    amount: isHeld || (isAllocation && itemId === undefined) ? undefined : sum(counted),
    moved: isHeld || isAllocation ? Math.abs(first.amount) : undefined,
  };
};

const sum = (postings: readonly Posting[]): number =>
  Number(postings.reduce((total, { amount }) => total + amount, 0).toFixed(6));

const toItem = ({ itemId, item, policyId }: Posting): Entry['items'][number] => {
  const isDocument = policyId !== null;
  const name = item?.reference ?? (isDocument ? 'document' : 'payment or refund');
  return { id: itemId, name: item?.kind === 'REFUND' ? `refund of ${name}` : name, isDocument };
};

/** The first posting is that of the payment or credit note. */
const allocation = (given: number): string => (given > 0 ? 'Applied' : 'Taken back');

const describePostings = (postings: readonly Posting[]): string => {
  const of = (...accounts: readonly Posting['account'][]) => postings.find(({ account }) => accounts.includes(account));
  const disputed = of('DISPUTED');
  if (disputed) return disputed.amount > 0 ? 'Disputed' : of('CASH') ? 'Dispute won' : 'Dispute lost';
  const cash = of('CASH');
  if (cash) return cash.amount > 0 ? 'Money in' : 'Money back';
  const lost = of('WRITTEN_OFF');
  if (lost) return lost.amount > 0 ? 'Written off' : 'Came after all';
  return describeDocument(of('RECEIVABLE') ?? postings[0]!);
};

/** What an invoice or a credit note did; without a kind, by whether more is owed. */
const describeDocument = ({ account, item, amount }: Posting): string => {
  const owed = account === 'RECEIVABLE' ? amount : 0;
  if (item?.kind === 'INVOICE') return owed < 0 ? 'Voided' : 'Billed';
  if (item?.kind === 'CREDIT_NOTE') return owed > 0 ? 'Voided' : 'Credited';
  return owed > 0 ? 'Billed' : 'Credited';
};
