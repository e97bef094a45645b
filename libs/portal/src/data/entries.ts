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
  /** Above 0 where the organization owes more, or so much of something went elsewhere. */
  amount: number;
};

export const toEntry = ({ entryId, postedOn, currency, postings }: Booked): Entry => {
  const [first] = postings as [Posting, ...Posting[]];
  const receivable = postings.filter(({ account }) => account === 'RECEIVABLE');
  const amount = receivable.reduce((total, posting) => total + posting.amount, 0);
  const items = new Map(postings.map((posting) => [posting.itemId, posting]));
  const isAllocation = receivable.length === postings.length;
  return {
    id: entryId,
    postedOn,
    currency,
    what: isAllocation ? allocation(first.amount) : describePostings(postings),
    items: [...items.values()].map(toItem),
    amount: isAllocation ? Math.abs(first.amount) : Number(amount.toFixed(6)),
  };
};

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
