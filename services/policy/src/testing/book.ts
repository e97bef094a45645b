import { type CalendarDate, FIRST_DAY, isBefore, latest, type Rate, soonest, sum } from '@staycover/kernel';
import { rowsChangedFrom } from '../domain/changed-from.ts';
import { computedRates } from '../domain/computed-rates.ts';
import { type Correction, correct } from '../domain/correct.ts';
import { derivationStart, effectFrom } from '../domain/effect-from.ts';
import type { KeptElection, StatedElection } from '../domain/election.ts';
import {
  correctElection,
  electionsChangedFrom,
  type Stating,
  stateEach,
  stateElection,
  withdrawElections,
} from '../domain/election-days.ts';
import { type Endorsement, endorse } from '../domain/endorse.ts';
import type { EnrollmentRow } from '../domain/enrollment-rows.ts';
import { moveStatus, type StatusMove } from '../domain/move-status.ts';
import { namedChangedFrom, namedFrom, namedSince } from '../domain/named-nights.ts';
import type { Policy } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { changesToRead, type PolicyDecision, recordedBy, shownDay } from '../domain/policy-in-time.ts';
import { policyOn } from '../domain/policy-on.ts';
import { type DatedProperty, learnFacts, type StatedFacts } from '../domain/property-facts.ts';
import { isPast, rederiveRows } from '../domain/rederive-rows.ts';
import { renewTerm } from '../domain/renew.ts';
import { supersedeBy, takesOver, undoSupersession } from '../domain/supersession.ts';
import { sweep } from '../domain/sweep.ts';
import { withdrawChange } from '../domain/withdraw-change.ts';
import { coversNight, deriveRows, type Entry, end, key, namedInLine, namedNow } from './book-entry.ts';
import { date, newElection, on, pendingPolicy, stated } from './policies-in-time.ts';

const notice = { contractDays: 30, nonPaymentDays: 10 };

/**
 * An in-memory model of an organization's policies: each command reads its inputs, decides, stores, and derives rows
 * again from the first night that may differ.
 */
export class Book {
  today: CalendarDate;
  readonly policies = new Map<string, Entry>();
  properties: readonly DatedProperty[] = [];

  constructor(today: CalendarDate) {
    this.today = today;
  }

  entry(id = 'p1'): Entry {
    return this.policies.get(id)!;
  }

  add(changes: Partial<Policy> = {}): void {
    const policy = pendingPolicy(changes);
    const entry = { policy, changes: [], earlier: [], elections: [], rows: [], names: [], changedFrom: undefined };
    this.policies.set(policy.id, entry);
  }

  learn(facts: StatedFacts): void {
    const known = this.properties.find(({ propertyId }) => propertyId === facts.propertyId);
    const after = learnFacts(known, facts, this.today);
    if (after === known) return;
    const properties = [...this.properties.filter((one) => one !== known), after];
    const from = known ? (facts.effectiveFrom ?? this.today) : FIRST_DAY;
    this.derive(
      () => {
        this.properties = properties;
      },
      { all: from },
    );
  }

  elect(elections: StatedElection[], { id = 'p1', corrects }: { id?: string; corrects?: CalendarDate } = {}): void {
    const entry = this.entry(id);
    const named = elections.flatMap(({ scopeType, scopeId }) => (scopeType === 'PROPERTY' ? [scopeId!] : []));
    for (const propertyId of named) this.learn({ propertyId });
    const state: Stating = (known, one) =>
      corrects ? correctElection(known, one, corrects, this.today) : stateElection(known, one, this.today);
    this.reelect(entry, stateEach(entry.elections, elections.map(newElection), state));
  }

  withdrawElection(electionId: string, id = 'p1'): void {
    const entry = this.entry(id);
    this.reelect(entry, withdrawElections(entry.elections, new Set([electionId]), this.today));
  }

  private reelect(entry: Entry, elections: readonly KeptElection[]): void {
    const from = electionsChangedFrom(entry.elections, elections);
    this.derive(
      () => {
        entry.elections = elections;
      },
      from && { [entry.policy.id]: from },
    );
  }

  put(endorsement: Endorsement, id = 'p1'): void {
    const day = endorsement.effectiveFrom ?? shownDay(this.entry(id).policy, this.today);
    this.decide(id, day, (entry, changes) =>
      endorse(entry.policy, changes, endorsement, entry.earlier, on(this.today)),
    );
  }

  correct(correction: Correction, id = 'p1'): void {
    this.decide(id, correction.effectiveFrom, ({ policy }, changes) =>
      correct(policy, changes, correction, on(this.today)),
    );
    this.handOver(id);
  }

  patch(move: StatusMove, id = 'p1'): void {
    const { firstTermStart } = this.entry(id).policy;
    this.decide(id, latest(move.effectiveDate ?? this.today, firstTermStart), ({ policy }, changes) => {
      return moveStatus(policy, changes, move, notice, on(this.today));
    });
    this.handOver(id);
  }

  private handOver(id: string): void {
    const { policy } = this.entry(id);
    const previous = policy.previousPolicyId;
    if (!previous) return;
    this.decide(previous, FIRST_DAY, (entry, changes) => {
      const decide = takesOver(entry.policy, policy) ? supersedeBy : undoSupersession;
      return decide(entry.policy, changes, policy, on(this.today));
    });
  }

  withdraw(sequence: number, id = 'p1'): void {
    this.decide(id, FIRST_DAY, ({ policy }, changes) => withdrawChange(policy, changes, sequence, on(this.today)));
  }

  /** Renews for a year; returns why not. */
  renew(newRate: Rate | null = null, id = 'p1'): string | undefined {
    const { policy, earlier } = this.entry(id);
    const newTermStart = policy.termEnd.add({ days: 1 });
    const newTermEnd = newTermStart.add({ months: 12 }).subtract({ days: 1 });
    const asked = { renewalId: 'r', expectedTermEnd: policy.termEnd, newTermStart, newTermEnd, newRate };
    let rejected: string | undefined;
    this.decide(id, policy.status === 'EXPIRED' ? FIRST_DAY : newTermStart, (entry, changes) => {
      const answer = renewTerm(entry.policy, changes, { ...asked, noticeDue: null }, on(this.today));
      if (answer.outcome === 'renewed') {
        entry.earlier = [...earlier, entry.policy];
        return answer.decision;
      }
      rejected = answer.reason;
      return { state: entry.policy, events: [] };
    });
    return rejected;
  }

  sweep({ isDeclined = false, id = 'p1' } = {}): void {
    this.decide(id, this.today, ({ policy }, changes) => sweep(policy, changes, { isDeclined }, on(this.today)));
  }

  private decide(
    id: string,
    day: CalendarDate,
    decision: (entry: Entry, changes: PolicyChange[]) => PolicyDecision,
  ): void {
    const entry = this.entry(id);
    const { policy: before } = entry;
    const decided = decision(entry, this.read(entry, day));
    const effect = effectFrom(before, decided);
    this.derive(
      () => {
        const changes = [...entry.changes, ...recordedBy(decided)];
        entry.changes = [...new Map(changes.map((one) => [one.sequence, one])).values()];
        entry.policy = { ...decided.state, version: before.version + Math.min(decided.events.length, 1) };
      },
      effect && { [id]: effect },
      { [id]: namedSince(before, decided, this.today) },
    );
  }

  /** Only what the service reads for a command. */
  private read({ policy, changes }: Entry, day: CalendarDate): PolicyChange[] {
    const read = changesToRead(policy, day, this.today);
    if (read === 'none') return [];
    return read === 'all' ? changes : changes.filter((one) => !isBefore(one.effectiveFrom, read.from));
  }

  /** Stores, and derives each affected policy again from the first night that may differ. */
  private derive(
    store: () => void,
    effects: Record<string, CalendarDate> | undefined,
    since: Record<string, CalendarDate> = {},
  ): void {
    const before = new Map(
      [...this.policies].map(([id, entry]) => [id, { named: namedInLine(this, entry), end: end(entry) }]),
    );
    store();
    for (const [id, entry] of this.policies) {
      const day = since[id] ?? this.today;
      entry.names = namedFrom(entry.names, namedNow(this, entry, day), day);
    }
    for (const [id, entry] of this.policies) {
      const { named, end: endBefore } = before.get(id)!;
      const after = namedInLine(this, entry);
      const affected = soonest([effects?.all, effects?.[id], namedChangedFrom(named, after)]);
      entry.changedFrom = undefined;
      if (!affected) continue;
      const from = derivationStart(affected, entry.policy);
      const live = entry.rows.filter((row) => !isPast(row, from));
      const changed = rederiveRows(live, deriveRows(this, entry, from), from);
      const rowsBefore = entry.rows;
      const keys = new Set(changed.map(key));
      entry.rows = [...entry.rows.filter((row) => !keys.has(key(row))), ...changed];
      entry.changedFrom = rowsChangedFrom({ rows: rowsBefore, end: endBefore }, { rows: entry.rows, end: end(entry) });
    }
  }

  /** The rows that follow from everything that is known, from scratch. */
  fullRows(id = 'p1'): EnrollmentRow[] {
    return deriveRows(this, this.entry(id));
  }

  /** The stored rows that cover a night. */
  rows(id = 'p1'): EnrollmentRow[] {
    return this.entry(id)
      .rows.filter(({ enrolledDate, unenrolledDate }) => !unenrolledDate?.equals(enrolledDate))
      .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  }

  /** The price of a covered night; undefined when it is not covered. */
  price(propertyId: string, night: CalendarDate, id = 'p1'): Rate | null | undefined {
    const entry = this.entry(id);
    const row = this.rows(id).find((one) => one.propertyId === propertyId && coversNight(one, night, end(entry)));
    if (!row) return undefined;
    const members = policyOn(entry.changes, night)?.members ?? { ...entry.policy, ...entry.policy.details };
    return computedRates(row, members, night).computedRatePerNight;
  }

  /** Covered nights of a month and their total cost, in ten-thousandths. */
  month(month: string, propertyId = 'beach', id = 'p1'): { nights: number; amount: Rate } {
    const first = Temporal.PlainDate.from(`${month}-01`);
    const nights = Array.from({ length: first.daysInMonth }, (_, days) => first.add({ days }));
    const prices = nights.map((night) => this.price(propertyId, night, id)).filter((price) => price !== undefined);
    return { nights: prices.length, amount: sum(prices.map((price) => price ?? 0n)) };
  }
}

/** Beach House in Florida, covered from 1 November for a year at 4.25 a night, seen on 10 November. */
export const beachBook = (): Book => {
  const book = new Book(date('2026-10-28'));
  book.add();
  book.learn({ propertyId: 'beach', state: 'FL', effectiveFrom: date('2026-11-01') });
  book.elect([stated('PROPERTY:beach', { from: '2026-11-01' })]);
  book.patch({ status: 'ACTIVE' });
  book.today = date('2026-11-10');
  return book;
};
