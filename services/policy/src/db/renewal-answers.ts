import { execute, query, type Tx } from '@staycover/db';

export type RenewalAnswer = { event: 'term-renewed' | 'renewal-rejected'; data: unknown };

/** The answer that a renewal got before, counted once more; undefined when it got none yet. */
export const repeatAnswer = async (
  tx: Tx,
  renewalId: string,
): Promise<(RenewalAnswer & { times: number }) | undefined> => {
  const [row] = await query<RenewalAnswer & { times: number }>(
    tx,
    'update renewal_answer set times = times + 1 where renewal_id = $1 returning event, data, times',
    [renewalId],
  );
  return row;
};

/** Keeps the first answer of a renewal. */
export const keepAnswer = (
  tx: Tx,
  renewalId: string,
  policyId: string,
  { event, data }: RenewalAnswer,
): Promise<number> =>
  execute(tx, 'insert into renewal_answer (renewal_id, policy_id, event, data, times) values ($1, $2, $3, $4, 1)', [
    renewalId,
    policyId,
    event,
    JSON.stringify(data),
  ]);
