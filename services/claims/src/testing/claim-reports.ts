import type { ClaimsBordereauRow, LossFundRow } from '@staycover/api';
import { businessDate, type Clock } from '@staycover/kernel';
import type { TestService } from '@staycover/testing';

const cents = (amount: number): number => Math.round(amount * 100);
const total = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + cents(amount(item)), 0);

/** The service refuses more than a few reports at once. */
const oneByOne = async <T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await read(item));
  return results;
};

/** The reports of an organization, read as an insurer reads them: each month when it has ended, all of them at the end. */
export const openReports = (t: TestService, clock: Clock, organizationId: string) => {
  const asRead = new Map<string, string>();
  const today = () => businessDate(clock());
  const first = today().with({ day: 1 });
  const months = (until: Temporal.PlainDate) =>
    Array.from({ length: first.until(until, { largestUnit: 'months' }).months }, (_, i) => first.add({ months: i }));
  const read = async <Row>(report: string): Promise<Row[]> => {
    const { status, body } = await t.http.get(`/api/report/${report}&organizationId=${organizationId}`);
    if (status !== 200) throw new Error(`${report} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const bordereau = (month: Temporal.PlainDate) =>
    read<ClaimsBordereauRow>(`claims-bordereau?month=${month.toString().slice(0, 7)}`);
  const funds = (month: Temporal.PlainDate) =>
    read<LossFundRow>(`loss-fund?from=${month}&to=${month.add({ months: 1 }).subtract({ days: 1 })}`);
  const monthAsItIs = async (month: Temporal.PlainDate) => JSON.stringify([await bordereau(month), await funds(month)]);
  const ledger = async (account: string): Promise<number> => {
    const [row] = await t.sql<{ held: string }>(
      'select coalesce(-sum(amount), 0) as held from posting where organization_id = $1 and account = $2',
      [organizationId, account],
    );
    return Number(row!.held);
  };

  return {
    /** Reads the months that have ended since the last reading. */
    async readEnded(): Promise<void> {
      for (const month of months(today()))
        if (!asRead.has(month.toString())) asRead.set(month.toString(), await monthAsItIs(month));
    },
    /** What does not agree: months that were read and have changed, and totals that the ledger does not have. */
    async faults(): Promise<string[]> {
      const faults: string[] = [];
      for (const month of months(today()))
        if (asRead.get(month.toString()) !== (await monthAsItIs(month))) faults.push(`${month} has changed`);
      const all = months(today().add({ months: 1 }));
      const claims = await oneByOne(all, bordereau);
      const statements = await oneByOne(all, funds);
      const ends = [...statements.at(-1)!];
      const rules: [string, number, number][] = [
        ['paid in all months', total(claims.flat(), (row) => row.paidThisMonth), await ledger('CLAIMS_PAID')],
        ['paid by the funds statement', total(statements.flat(), (row) => row.paid), await ledger('CLAIMS_PAID')],
        ['reserves at the end', total(claims.at(-1)!, (row) => row.reserveOutstanding), await ledger('CLAIM_RESERVE')],
        ['the funds at the end', total(ends, (row) => row.closing), await ledger('LOSS_FUND')],
        ...statements
          .flat()
          .map(({ policyId, ...row }): [string, number, number] => [
            `the fund of ${policyId}`,
            cents(row.opening + row.collected - row.reversed - row.reserved + row.released),
            cents(row.closing),
          ]),
        ...all
          .slice(1)
          .map((month, i): [string, number, number] => [
            `the funds on ${month}`,
            total(statements[i + 1]!, (row) => row.opening),
            total(statements[i]!, (row) => row.closing),
          ]),
      ];
      return [
        ...faults,
        ...rules.flatMap(([what, one, other]) => (one === other ? [] : [`${what}: ${one} is not ${other}`])),
      ];
    },
  };
};
