import { execute, openDatabase } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { connectNats, slots, startConsumer, startRelay } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { oncePerEvent } from '../effects.ts';

/**
 * A relay or a consumer in its own process, which kills itself with SIGKILL at the point that `DIE` names: a failpoint
 * of the relay, or the handler of a deal.
 */
const { ROLE, DIE, DATABASE_URL, NATS_URL, NATS_USER, SCHEMA } = process.env as Record<string, string>;

const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as void;
/** Far enough that one of the events handled at once is stored before, and three such processes handle 60. */
const dieAt = 10 + Math.floor(Math.random() * 10);
let handled = 0;
const logger = createLogger('test', { level: process.env['TEST_LOG_LEVEL'] ?? 'fatal' });
const nats = await connectNats({ url: NATS_URL!, service: SCHEMA!, logger, user: NATS_USER!, password: NATS_USER! });

if (ROLE === 'relay') {
  startRelay({ url: DATABASE_URL!, schema: SCHEMA!, nats, logger, failpoint: (step) => void (step === DIE && die()) });
} else {
  const database = await openDatabase({ url: DATABASE_URL!, schema: SCHEMA!, entities: [] });
  const effect = oncePerEvent(contractEvents.dealClosed, async (tx, data) => {
    if (data.crmDealId === DIE) die();
    await execute(tx, 'insert into effect (deal) values ($1)', [data.crmDealId]);
    if (DIE === 'midway' && ++handled === dieAt) die();
  });
  startConsumer(effect, {
    service: SCHEMA!,
    nats,
    database,
    logger,
    clock: systemClock,
    newId,
    handlers: slots(8),
  });
}
