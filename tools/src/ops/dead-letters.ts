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
  usage: `dead-letters list [--service <name>] [--org <organization>] [--all] [--json]
                                   open ones, or with --all resolved ones too, oldest first
dead-letters show <service> <id> [--json]
                                   one with its payload
dead-letters replay <service> <id>|all [--org <organization>] [--by <who>]
                                   the same handler, the same event id, oldest first; what is refused again stays, with
                                   its new reason; all of an organization with --org
dead-letters discard <service> <id> --reason <why> [--by <who>]
dead-letters discard <service> all --org <organization> --reason <why> [--by <who>]
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
    const { values } = parseArgs({ args: context.args, options: { json: YES, all: YES, service: TEXT, org: TEXT } });
    return list(context, values);
  },
  async show(context) {
    const options = { json: YES };
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true });
    const { service, id, isAll } = readLetters(positionals, {});
    if (isAll) throw new UsageError();
    return showOne(context, service, id, values.json);
  },
  async replay(context) {
    const options = { by: TEXT, org: TEXT };
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true });
    return replay(context, readLetters(positionals, values), values.by ?? operatorName());
  },
  async discard(context) {
    const options = { by: TEXT, reason: TEXT, org: TEXT };
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true });
    const letters = readLetters(positionals, values);
    if (!values.reason?.trim() || (letters.isAll && !letters.org)) throw new UsageError();
    return discard(context, letters, { by: values.by ?? operatorName(), reason: values.reason });
  },
};

/** One dead letter of a service, or all that are open, or those among them of an organization. */
type Letters = { service: string; id: string; isAll: boolean; org: string | undefined };

/** @throws UsageError for what is neither. */
const readLetters = (positionals: readonly string[], { org }: { org?: string | undefined }): Letters => {
  const [service = '', id = '', ...others] = positionals;
  const isAll = id === 'all';
  const isKnown = manifests.some(({ name }) => name === service);
  if (!isKnown || others.length > 0 || !(isAll || /^\d{1,18}$/.test(id))) throw new UsageError();
  if (org !== undefined && !isAll) throw new UsageError('--org is for all of an organization.');
  return { service, id, isAll, org };
};

const PAGE = 1_000;

/** Those that are there now, oldest first, a page at a time: what stays open must not keep the others out. */
const readAll = async (on: Runs, wanted: { isOpen?: boolean; org: string | undefined }): Promise<DeadLetterRow[]> => {
  const { isOpen, org } = wanted;
  const filter = { isOpen, organizations: org === undefined ? undefined : [org], limit: PAGE };
  const found: DeadLetterRow[] = [];
  for (;;) {
    const page = await listDeadLetters(on, { ...filter, after: found.at(-1)?.id });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
};

type ListOptions = { service?: string | undefined; org?: string | undefined; all: boolean; json: boolean };

const list = async (context: Context, { service, org, all, json }: ListOptions): Promise<void> => {
  const names = manifests.map(({ name }) => name).filter((name) => service === undefined || name === service);
  if (names.length === 0) throw new UsageError();
  const wanted = { ...(!all && { isOpen: true }), org };
  const letters: Letter[] = await askEach(context.servers, names, (sql, name) =>
    inSchemas(sql, [name], (on) => readAll(on, wanted)),
  );
  const oldestFirst = letters.toSorted(byTime(({ created_at }) => created_at));
  show(context, oldestFirst, json, {
    SERVICE: (letter) => letter.service,
    ID: ({ id }) => id,
    RECEIVED: ({ received_at }) => (received_at === null ? '-' : formatSecond(received_at)),
    SINCE: ({ created_at }) => formatSecond(created_at),
    CONSUMER: ({ consumer }) => consumer,
    ORGANIZATION: ({ organization_id }) => organization_id ?? '-',
    REASON: ({ reason, resolution }) => (resolution ? `${resolution}: ${reason}` : reason).slice(0, 80),
  });
};

const showOne = async (context: Context, service: string, id: string, json: boolean): Promise<void> => {
  const letter = await withDatabase(context.servers, service, (sql) =>
    inSchema(sql, service, (on) => readDeadLetter(on, id)),
  );
  if (json) return context.print(JSON.stringify({ service, ...letter }));
  for (const [name, value] of Object.entries({ service, ...letter }))
    context.print(`${name.padEnd(16)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
};

const openIds = async (on: Runs, { id, isAll, org }: Letters): Promise<string[]> => {
  if (isAll) return (await readAll(on, { isOpen: true, org })).map((letter) => letter.id);
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

const replay = async (context: Context, letters: Letters, operator: string): Promise<void> => {
  const { service } = letters;
  const ids = await withDatabase(context.servers, service, (sql) =>
    inSchema(sql, service, (on) => openIds(on, letters)),
  );
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
    context.print(`${ids.length} replayed.`);
  });
};

const discard = async (
  { servers, print }: Context,
  letters: Letters,
  { by, reason }: { by: string; reason: string },
): Promise<void> => {
  const { service, isAll } = letters;
  const origin = JSON.stringify({ actor: by, source: 'ops dead-letters discard' });
  let discarded = 0;
  const discardOne = async (on: Runs, id: string): Promise<void> => {
    const wasOpen = await resolveDeadLetter(on, id, { resolution: 'DISCARDED', by, note: reason });
    if (!wasOpen && !isAll)
      throw new Error(`${service} ${id} was resolved by someone else meanwhile: dead-letters show has how.`);
    if (!wasOpen) return;
    print(`${service} ${id} is discarded.`);
    discarded += 1;
  };
  await withDatabase(servers, service, (sql) =>
    inSchema(sql, service, async (on) => {
      const ids = await openIds(on, letters);
      await on.run(`select set_config('staycover.origin', $1, false)`, [origin]);
      for (const id of ids) await discardOne(on, id);
    }),
  );
  if (isAll) print(`${discarded} discarded.`);
};
