import { isDomainError } from '@staycover/kernel';
import { endMirror, keepMirror, leaveMirror, type MirrorLease, readUnmirrored, takeMirror } from '../db/mirrored.ts';
import { endWriteOff, takeWriteOff } from '../db/write-offs.ts';
import type { Unmirrored } from '../domain/payment.ts';
import type { WithProvider } from './deps.ts';

/** Another worker makes it by now. */
class TakenOver extends Error {}

/**
 * Makes at the provider what has reduced an invoice here by credit, or by money that came otherwise, so that it charges
 * no more than is due, and gives up there what was given up here. Each is made once, and repeated until it is.
 * @throws ProviderFailure when the provider does not answer, or refuses for now.
 */
export const mirrorInvoice = async (deps: WithProvider, invoiceId: string): Promise<void> => {
  for (const unmirrored of await readUnmirrored(deps.database, invoiceId)) {
    const lease = await takeMirror(deps.database, unmirrored.allocationId);
    if (lease) await mirrorOne(deps, unmirrored, lease);
  }
  await mirrorWriteOff(deps, invoiceId);
};

/** What is settled otherwise there by now stays so: we hear of it. */
const mirrorWriteOff = async ({ database, provider }: WithProvider, invoiceId: string): Promise<void> => {
  const writeOff = await takeWriteOff(database, invoiceId);
  if (!writeOff) return;
  if (writeOff.status === 'UNCOLLECTIBLE') {
    await provider.close(writeOff.providerInvoiceId, 'UNCOLLECTIBLE').catch((error: unknown) => {
      if (!isDomainError(error, 'invalid-transition')) throw error;
    });
  }
  await endWriteOff(database, writeOff);
};

/** The same, where what keeps it from that is made up for by the next run of dunning. */
export const mirrorSoon = async (deps: WithProvider, invoiceId: string): Promise<void> => {
  try {
    await mirrorInvoice(deps, invoiceId);
  } catch (error) {
    deps.logger.warn(
      { err: error, invoiceId },
      'what reduced an invoice is taken to the provider by the next run of dunning',
    );
  }
};

const mirrorOne = async (
  { database, provider }: WithProvider,
  movement: Unmirrored,
  lease: MirrorLease,
): Promise<void> => {
  const keep = async () => {
    if (!(await keepMirror(database, lease))) throw new TakenOver();
  };
  try {
    // What was taken back before it was made needs no making, unless an earlier attempt got through.
    const isNothing = movement.amount === 0n && lease.attempts === 1;
    const taken = isNothing ? 0n : await provider.mirror({ ...movement, isResumed: lease.attempts > 1, keep });
    await endMirror(database, lease, taken);
  } catch (error) {
    if (error instanceof TakenOver) return;
    await leaveMirror(database, lease, String(error));
    throw error;
  }
};
