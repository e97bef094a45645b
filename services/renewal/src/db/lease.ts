import type { Work } from '@staycover/change';
import { execute, query } from '@staycover/db';

/** The right to be the one replica that runs something. Times are the database's. */
export type Lease = { name: string; owner: string };

const LEASE_SECONDS = 30;

/** Takes the lease unless another owner's has not run out. */
export const acquireLease = async (work: Work, { name, owner }: Lease): Promise<boolean> => {
  // Read first: the owner holds the lock on the row while it stores a page.
  const [held] = await query(work, 'select 1 from lease where name = $1 and owner <> $2 and until > now()', [
    name,
    owner,
  ]);
  if (held) return false;
  const taken = await execute(
    work,
    `insert into lease (name, owner, until) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (name) do update set owner = excluded.owner, until = excluded.until
     where lease.owner = excluded.owner or lease.until <= now()`,
    [name, owner, LEASE_SECONDS],
  );
  return taken > 0;
};

/** The lease expired and another replica owns it now: the former owner must not continue. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Prolongs the lease in the transaction that depends on it, and locks its row until the commit.
 * @throws LeaseLost when another replica owns it.
 */
export const prolongLease = async (tx: Work, { name, owner }: Lease): Promise<void> => {
  const prolonged = await execute(
    tx,
    `update lease set until = now() + make_interval(secs => $3) where name = $1 and owner = $2 and until > now()`,
    [name, owner, LEASE_SECONDS],
  );
  if (prolonged === 0) throw new LeaseLost(`The lease ${name} is another's.`);
};

export const releaseLease = (work: Work, { name, owner }: Lease): Promise<number> =>
  execute(work, 'delete from lease where name = $1 and owner = $2', [name, owner]);
