import { expect, test } from '@jest/globals';
import { DomainError, FOREVER, isBefore, isSame } from '@staycover/kernel';
import fc from 'fast-check';
import { Book } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';
import type { MemberChanges } from './dated-members.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import { liveStatuses } from './policy.ts';
import { policyOn } from './policy-on.ts';

type Command = { name: string; isOfPast?: boolean; run: (book: Book) => void };

/** A command that a failing history prints by its name and arguments. */
const named = <A>(args: fc.Arbitrary<A>, make: (args: A) => Command): fc.Arbitrary<Command> =>
  args.map((given) => ({ ...make(given), [fc.toStringMethod]: () => `${make(given).name} ${fc.stringify(given)}` }));

const start = date('2026-01-01');
const ids = ['a', 'b'];
const properties = ['beach', 'lake', 'pine'];
const scopes = ['ORGANIZATION', 'GROUP:g', ...properties.map((id) => `PROPERTY:${id}`)];

const policy = fc.constantFrom(...ids);
const property = fc.constantFrom(...properties);
const days = (min: number, max: number) => fc.integer({ min, max });
const rate = fc.bigInt({ min: 10_000n, max: 90_000n });
const members: fc.Arbitrary<MemberChanges> = fc.oneof(
  fc.record({ ratePerNight: rate }),
  fc.record({ supportedStates: fc.subarray(['FL', 'GA']) }),
  fc.record({ eligibilityOverrides: fc.dictionary(property, fc.constantFrom('ALLOW', 'DENY')) }),
  fc.record({ planId: fc.constantFrom('gold', null), minNights: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ maxNights: fc.integer({ min: 3, max: 9 }), coverage: fc.record({ deductible: fc.nat(500) }) }),
);

const changes = (election: { scope: string; action: 'INCLUDE' | 'EXCLUDE'; price: bigint | null }) => ({
  action: election.action,
  rateOverridePerNight: election.price,
});
const election = fc.record({
  scope: fc.constantFrom(...scopes),
  action: fc.constantFrom('INCLUDE' as const, 'INCLUDE' as const, 'EXCLUDE' as const),
  price: fc.option(rate),
});

const put = named(
  fc.tuple(policy, members, fc.option(days(0, 90), { nil: undefined })),
  ([id, given, ahead]): Command => ({
    name: 'put',
    run: (book) =>
      book.put(
        { members: given, effectiveFrom: ahead === undefined ? undefined : book.today.add({ days: ahead }) },
        id,
      ),
  }),
);
const line = named(
  fc.tuple(policy, fc.constantFrom('STR', null)),
  ([id, productLine]): Command => ({ name: 'line', run: (book) => book.put({ details: { productLine } }, id) }),
);
const term = named(
  fc.tuple(policy, fc.boolean(), days(-1, 400)),
  ([id, autoRenew, ahead]): Command => ({
    name: 'term',
    run: (book) => book.put({ terms: { autoRenew, termEnd: book.today.add({ days: ahead }) } }, id),
  }),
);
const statuses = fc.constantFrom(
  'ACTIVE' as const,
  'ACTIVE' as const,
  'SUSPENDED' as const,
  'CANCELLED' as const,
  'EXPIRED' as const,
);
const patch = named(
  fc.tuple(policy, statuses, fc.option(days(0, 60), { nil: undefined })),
  ([id, status, ahead]): Command => ({
    name: 'patch',
    isOfPast: false,
    run: (book) =>
      book.patch({ status, effectiveDate: ahead === undefined ? undefined : book.today.add({ days: ahead }) }, id),
  }),
);
const bind = named(
  policy,
  (id): Command => ({ name: 'bind', isOfPast: true, run: (book) => book.patch({ status: 'ACTIVE' }, id) }),
);
const correct = named(
  fc.tuple(
    policy,
    members,
    days(0, 120),
    fc.option(fc.constantFrom('ACTIVE' as const, 'SUSPENDED' as const, 'CANCELLED' as const), { nil: undefined }),
  ),
  ([id, given, ago, status]): Command => ({
    name: 'correct',
    isOfPast: true,
    run: (book) => {
      const { cancellation } = book.entry(id).policy;
      const effectiveFrom = cancellation?.effectiveDate ?? book.today.subtract({ days: ago });
      book.correct({ effectiveFrom, reason: 'wrong', members: given, ...(status ? { status } : {}) }, id);
    },
  }),
);
const elect = named(
  fc.tuple(policy, election, fc.option(days(0, 90), { nil: undefined })),
  ([id, given, ahead]): Command => ({
    name: 'elect',
    run: (book) => {
      const from = ahead === undefined ? {} : { from: `${book.today.add({ days: ahead })}` };
      book.elect([stated(given.scope, { ...changes(given), ...from })], { id });
    },
  }),
);
const electPast = named(
  fc.tuple(policy, election, days(0, 200)),
  ([id, given, ago]): Command => ({
    name: 'elect past',
    isOfPast: true,
    run: (book) =>
      book.elect([stated(given.scope, { ...changes(given), from: `${book.today.subtract({ days: ago })}` })], { id }),
  }),
);
const endElection = named(
  fc.tuple(policy, fc.constantFrom(...scopes)),
  ([id, scope]): Command => ({ name: 'withdraw election', run: (book) => book.withdrawElection(scope, id) }),
);
const facts = { state: fc.constantFrom('FL', 'GA', 'TX'), groupIds: fc.subarray(['g', 'h']) };
const learn = named(
  fc.tuple(property, fc.record(facts), fc.option(days(0, 60), { nil: undefined })),
  ([propertyId, known, ahead]): Command => ({
    name: 'learn',
    run: (book) =>
      book.learn({ propertyId, ...known, effectiveFrom: ahead === undefined ? null : book.today.add({ days: ahead }) }),
  }),
);
const learnPast = named(
  fc.tuple(property, fc.record(facts), days(1, 100)),
  ([propertyId, known, ago]): Command => ({
    name: 'learn past',
    isOfPast: true,
    run: (book) => book.learn({ propertyId, ...known, effectiveFrom: book.today.subtract({ days: ago }) }),
  }),
);
const withdraw = named(
  fc.tuple(policy, days(1, 30)),
  ([id, sequence]): Command => ({ name: 'withdraw', run: (book) => book.withdraw(sequence, id) }),
);
const renew = named(
  fc.tuple(policy, fc.option(rate)),
  ([id, newRate]): Command => ({ name: 'renew', isOfPast: true, run: (book) => void book.renew(newRate, id) }),
);
const wait = named(
  days(1, 45),
  (count): Command => ({
    name: 'wait',
    run: (book) => {
      book.today = book.today.add({ days: count });
      // An undecided renewal is declined 30 days after the term; the sweep runs every day.
      for (const id of ids) {
        const { termEnd } = book.entry(id).policy;
        book.sweep({ id, isDeclined: isBefore(termEnd.add({ days: 30 }), book.today) });
      }
    },
  }),
);

const command = fc.oneof(
  { weight: 4, arbitrary: wait },
  { weight: 3, arbitrary: put },
  { weight: 3, arbitrary: elect },
  { weight: 2, arbitrary: patch },
  ...[bind, term, line, correct, electPast, endElection, learn, learnPast, withdraw, renew].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
);

const openBook = (): Book => {
  const book = new Book(start);
  book.add({ id: 'a', termStart: start });
  book.add({ id: 'b', termStart: date('2026-02-01'), previousPolicyId: null });
  book.learn({ propertyId: 'beach', state: 'FL', groupIds: ['g'] });
  for (const id of ids) book.elect([stated('PROPERTY:beach', { from: '2026-01-01' })], { id });
  book.patch({ status: 'ACTIVE' }, 'a');
  return book;
};

/** What a policy refuses is part of the story; the book stays as it was. */
const attempt = (book: Book, { run }: Command): void => {
  try {
    run(book);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};

const shown = (rows: readonly EnrollmentRow[]) => rows.filter((row) => !row.unenrolledDate?.equals(row.enrolledDate));

/** What bound policies covered, at which price and in which state, on some days before one. */
const past = (book: Book, bound: readonly string[], day: Book['today']) =>
  bound.map((id) =>
    [1, 2, 3, 10, 30, 60, 200].map((ago) => {
      const night = day.subtract({ days: ago });
      const prices = properties.map((one) => book.price(one, night, id));
      return { id, night, prices, status: policyOn(book.entry(id).changes, night)?.status };
    }),
  );

const histories = fc.array(command, { minLength: 50, maxLength: 60 });
const seeded = { seed: 20_261_110, numRuns: 8 };

test('rows derived from the first night that may differ equal those derived from everything', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      const book = openBook();
      for (const one of commands) {
        attempt(book, one);
        for (const id of ids)
          expect({ after: one.name, rows: shown(book.rows(id)) }).toEqual({ after: one.name, rows: book.fullRows(id) });
      }
    }),
    seeded,
  );
});

test('what brings no past day changes no covered night, price or state before today', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      const book = openBook();
      for (const one of commands) {
        const { today } = book;
        const bound = ids.filter((id) => book.entry(id).policy.boundAt !== null);
        const before = past(book, bound, today);
        attempt(book, one);
        const after = one.isOfPast ? before : past(book, bound, today);
        expect({ after: one.name, past: after }).toEqual({ after: one.name, past: before });
      }
    }),
    seeded,
  );
});

test('the row shows the state of today from the list of changes', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      const book = openBook();
      for (const one of commands) {
        attempt(book, one);
        for (const id of ids) {
          const { policy: row, changes: list } = book.entry(id);
          if (!row.boundAt) continue;
          const day = isBefore(book.today, row.termStart) ? row.termStart : book.today;
          const then = policyOn(list, day)!;
          // A term that was renewed early does not bring the end of the one before forward.
          const now = policyOn(list, isBefore(book.today, row.firstTermStart) ? row.firstTermStart : book.today)!;
          const { members: _members, ...status } = liveStatuses[now.status] ? now : then;
          expect({ after: one.name, row }).toMatchObject({ after: one.name, row: status });
          expect(row.ratePerNight).toBe(then.members.ratePerNight);
        }
      }
    }),
    seeded,
  );
});

test('no policy is ACTIVE 31 days after its term', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      const book = openBook();
      for (const one of commands) {
        attempt(book, one);
        if (one.name !== 'wait') continue;
        for (const id of ids) {
          const { status, termEnd } = book.entry(id).policy;
          expect(status === 'ACTIVE' && isBefore(termEnd.add({ days: 30 }), book.today)).toBe(false);
        }
      }
    }),
    seeded,
  );
});

test('changes of different days fold alike in whatever order they are recorded', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 50, maxLength: 60 }), fc.infiniteStream(fc.nat()), (commands, keys) => {
      const book = openBook();
      for (const one of commands) attempt(book, one);
      const list = book
        .entry('a')
        .changes.filter(
          ({ effectiveFrom }, i, all) => all.findIndex((other) => other.effectiveFrom.equals(effectiveFrom)) === i,
        );
      const shuffled = list
        .map((change) => ({ change, key: keys.next().value as number }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ change }, i) => ({ ...change, sequence: i + 1 }));
      expect(isSame(policyOn(shuffled, FOREVER), policyOn(list, FOREVER))).toBe(true);
    }),
    seeded,
  );
});
