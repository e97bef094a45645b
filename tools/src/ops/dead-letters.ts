import { parseArgs } from 'node:util';
import { type NatsConnection, RequestError, TimeoutError } from '@nats-io/transport-node';
import type { Runs } from '@staycover/db';
import { deadLetterReplays } from '@staycover/events';
import {
  type DeadLetterRow,
  headersFor,
  listDeadLetters,
  readDeadLetter,
  readOpenDeadLetter,
  resolveDeadLetter,
} from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import {
  askEach,
  byTime,
  type Command,
  type Context,
  formatSecond,
  inSchema,
  inSchemas,
  SERVERS_HELP,
  show,
  withDatabase,
  withNats,
} from './command.ts';
import { operatorName } from './operator-name.ts';

type Letter = { service: string } & DeadLetterRow;

const TEXT = { type: 'string' } as const;
const YES = { type: 'boolean', default: false } as const;

/** Events that could not be processed: to be looked at, tried again, or let go. */
export const deadLetters: Command = {
  usage: `dead-letters list [--service <name>] [--all] [--json]   open ones, or with --all resolved ones too
dead-letters show <service> <id> [--json]             one with its payload
dead-letters replay <service> <id>|all [--by <who>]   the same handler, the same event id, oldest first; what is refused
                                                      again stays, with its new reason
dead-letters discard <service> <id> --reason <why> [--by <who>]
Replays and discards are in the audit trail (ops audit). ${SERVERS_HELP}`,
  async run(context) {
    const [action = '', ...args] = context.args;
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!act) throw new UsageError();
    return act({ ...context, args });
  },
};

/** Each refuses the flags of the others. */
const ACTIONS: Record<string, Command['run']> = {
  async list(context) {
    const { values } = parseArgs({ args: context.args, options: { json: YES, all: YES, service: TEXT } });
    return list(context, values);
  },
  async show(context) {
    const options = { json: YES };
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true });
    const [service, id] = readLetter(positionals);
    return showOne(context, service, id, values.json);
  },
  async replay(context) {
    const { values, positionals } = parseArgs({ args: context.args, options: { by: TEXT }, allowPositionals: true });
    const [service, id] = readLetters(positionals);
    return replay(context, service, id, values.by ?? operatorName());
  },
  async discard(context) {
    const options = { by: TEXT, reason: TEXT };
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true });
    const [service, id] = readLetter(positionals);
    if (!values.reason) throw new UsageError();
    return discard(context, service, id, { by: values.by ?? operatorName(), reason: values.reason });
  },
};

/**
 * The service, and the id of one dead letter or `all`.
 * @throws UsageError for what is neither.
 */
const readLetters = (positionals: readonly string[]): [service: string, id: string] => {
  const [service = '', id = '', ...others] = positionals;
  const isKnown = manifests.some(({ name }) => name === service);
  if (!isKnown || others.length > 0 || !/^(\d{1,18}|all)$/.test(id)) throw new UsageError();
  return [service, id];
};

/** The same for one alone. */
const readLetter = (positionals: readonly string[]): [service: string, id: string] => {
  if (positionals[1] === 'all') throw new UsageError();
  return readLetters(positionals);
};

const MOST = 1_000;

const list = async (
  context: Context,
  { service, all, json }: { service?: string | undefined; all: boolean; json: boolean },
): Promise<void> => {
  const names = manifests.map(({ name }) => name).filter((name) => service === undefined || name === service);
  if (names.length === 0) throw new UsageError();
  const filter = { isOpen: all ? undefined : true, limit: MOST };
  const letters: Letter[] = await askEach(context.servers, names, (sql, name) =>
    inSchemas(sql, [name], (on) => listDeadLetters(on, filter)),
  );
  const oldest = letters.toSorted(byTime(({ created_at }) => created_at)).slice(0, MOST);
  show(context, oldest, json, {
    SERVICE: (letter) => letter.service,
    ID: ({ id }) => id,
    SINCE: ({ created_at }) => formatSecond(created_at),
    CONSUMER: ({ consumer }) => consumer,
    ORGANIZATION: ({ organization_id }) => organization_id ?? '-',
    REASON: ({ reason, resolution }) => (resolution ? `${resolution}: ${reason}` : reason).slice(0, 80),
  });
  if (!json && letters.length >= MOST) context.print(`These are the oldest ${MOST}: there may be more.`);
};

const showOne = async (context: Context, service: string, id: string, json: boolean): Promise<void> => {
  const letter = await withDatabase(context.servers, service, (sql) =>
    inSchema(sql, service, (on) => readDeadLetter(on, id)),
  );
  if (json) return context.print(JSON.stringify({ service, ...letter }));
  for (const [name, value] of Object.entries({ service, ...letter }))
    context.print(`${name.padEnd(16)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
};

const openIds = async (on: Runs, id: string): Promise<string[]> => {
  if (id === 'all') return (await listDeadLetters(on, { isOpen: true, limit: MOST })).map((letter) => letter.id);
  return [(await readOpenDeadLetter(on, id)).id];
};

/** An event of a large organization takes a while. */
const ANSWER_WITHIN_MS = 60_000;

type Answer = { outcome?: string; reason?: string | null; error?: { detail: string } };

/** One that is not answered in time keeps none of the others from being replayed. */
const replayOne = async (
  connection: NatsConnection,
  service: string,
  letter: { id: string; operator: string },
  timeout = ANSWER_WITHIN_MS,
): Promise<Answer> => {
  const { subject } = deadLetterReplays.find((rpc) => rpc.service === service)!;
  const options = { timeout, headers: headersFor(timeout) };
  try {
    return (await connection.request(subject, JSON.stringify(letter), options)).json<Answer>();
  } catch (cause) {
    if (cause instanceof RequestError && cause.isNoResponders())
      throw new Error(`No process of ${service} is there to replay it: start one, then replay again.`, { cause });
    if (!(cause instanceof TimeoutError)) throw cause;
    return { reason: 'no answer in time: it may still take effect' };
  }
};

const replay = async (context: Context, service: string, id: string, operator: string): Promise<void> => {
  const ids = await withDatabase(context.servers, service, (sql) => inSchema(sql, service, (on) => openIds(on, id)));
  await withNats(context.servers, async (connection) => {
    let stayed = 0;
    for (const each of ids) {
      const { outcome, reason, error } = await replayOne(
        connection,
        service,
        { id: each, operator },
        context.patienceMs,
      );
      if (outcome !== 'REPLAYED' && outcome !== 'DUPLICATE') stayed += 1;
      context.print(
        `${service} ${each}: ${outcome ?? 'FAILED'}${(reason ?? error?.detail) ? `, ${reason ?? error?.detail}` : ''}`,
      );
    }
    if (stayed > 0) throw new Error(`${stayed} of ${ids.length} stay dead letters.`);
    context.print(`${ids.length} replayed.${ids.length === MOST ? ' There may be more: replay again.' : ''}`);
  });
};

const discard = async (
  context: Context,
  service: string,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> => {
  const origin = JSON.stringify({ actor: by, source: 'ops dead-letters discard' });
  await withDatabase(context.servers, service, (sql) =>
    inSchema(sql, service, async (on) => {
      await readOpenDeadLetter(on, id);
      await on.run(`select set_config('staycover.origin', $1, false)`, [origin]);
      const wasOpen = await resolveDeadLetter(on, id, { resolution: 'DISCARDED', by, note: reason });
      if (!wasOpen)
        throw new Error(`${service} ${id} was resolved by someone else meanwhile: dead-letters show has how.`);
    }),
  );
  context.print(`${service} ${id} is discarded.`);
};
