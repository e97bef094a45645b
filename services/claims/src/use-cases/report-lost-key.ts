import type { Work } from '@staycover/change';
import type { Logger } from '@staycover/telemetry';
import type { TokenVault } from '../adapters/token-vault.ts';
import { findFirstAndLast } from '../db/reservations.ts';
import { openToken } from './lookup-reservation.ts';

/** Logs when stored tokens were sealed with another key: to guests, such a token is only one that is not found. */
export const reportLostKey = async (
  { database, logger }: { database: Work; logger: Pick<Logger, 'error' | 'warn'> },
  vault: TokenVault,
): Promise<void> => {
  try {
    const found = await findFirstAndLast(database);
    if (found.some((reservation) => openToken(vault, reservation) === null))
      logger.error('claim tokens were sealed with another CLAIM_TOKEN_KEY: they are not found until it is back');
  } catch (error) {
    logger.warn({ error: String(error) }, 'whether claim tokens can be read with CLAIM_TOKEN_KEY is not known');
  }
};
