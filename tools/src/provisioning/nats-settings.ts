import {
  ADMIN,
  type NatsAccount,
  type NatsExport,
  type NatsImport,
  type NatsListener,
  type NatsLogins,
  publishable,
  streamsAccount,
} from './nats-accounts.ts';
import type { Visitor } from './nats-visitor.ts';

/**
 * The accounts part of a server's configuration file. `passwordOf` gives a password as the file should have it: quoted,
 * or `$NAME` for one of the server's environment. `visitor` is the user of connections without a name.
 */
export const accountSettings = (
  { accounts, listeners }: NatsLogins,
  passwordOf: (user: string) => string,
  visitor?: Visitor,
): string => {
  const users = [
    `{ user: ${ADMIN}, password: ${passwordOf(ADMIN)} }`,
    ...listeners.map((listener) => listenerUser(listener, passwordOf)),
    ...(visitor ? [visitorUser(visitor, passwordOf)] : []),
  ];
  const blocks = [
    accountBlock(streamsAccount, users, true),
    ...accounts.map((account) => accountBlock(account, [boundUser(account, passwordOf)], false)),
  ];
  return `accounts {
${blocks.join('\n')}
}
${visitor ? `no_auth_user: ${visitor.name}\n` : ''}`;
};

/** The variable of the server's environment with a user's password, e.g. `NATS_ACME_PMS_PASSWORD`. */
export const passwordVariable = (user: string): string => `NATS_${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

const accountBlock = ({ name, imports, exports }: NatsAccount, users: string[], jetstream: boolean): string =>
  [
    `  ${name} {`,
    ...(jetstream ? ['    jetstream: enabled'] : []),
    `    users: [${users.join(', ')}]`,
    ...listOf('exports', exports.map(exportOf)),
    ...listOf('imports', imports.map(importOf)),
    '  }',
  ].join('\n');

const listOf = (name: string, entries: readonly string[]): string[] =>
  entries.length > 0 ? [`    ${name}: [`, ...entries.map((entry) => `      ${entry}`), '    ]'] : [];

const exportOf = ({ subject, accounts, responses, stream }: NatsExport): string => {
  const only = accounts ? `, accounts: [${accounts.join(', ')}]` : '';
  return `{ ${stream ? 'stream' : 'service'}: ${JSON.stringify(subject)}${only}${responses ? ', response_type: "stream"' : ''} }`;
};

const importOf = ({ account, subject, to, stream }: NatsImport): string => {
  const local = to ? `, to: ${JSON.stringify(to)}` : '';
  return `{ ${stream ? 'stream' : 'service'}: { account: ${account}, subject: ${JSON.stringify(subject)} }${local} }`;
};

const listenerUser = ({ name, subscribe }: NatsListener, passwordOf: (user: string) => string): string =>
  `{ user: ${name}, password: ${passwordOf(name)}, permissions: {
      publish: { deny: ">" }, subscribe: { allow: ${JSON.stringify(subscribe)} }
    } }`;

// Servers before 2.10 let any account purge another's streams: so subjects that are not imported are not published either.
const boundUser = (account: NatsAccount, passwordOf: (user: string) => string): string => {
  const allow = publishable(account);
  // An empty allow list allows everything; only a denial forbids it.
  const publish = allow.length > 0 ? `{ allow: [\n${linesOf(allow)}\n      ] }` : '{ deny: ">" }';
  return `{ user: ${account.name}, password: ${passwordOf(account.name)}, permissions: { publish: ${publish} } }`;
};

const linesOf = (subjects: readonly string[]): string =>
  subjects.map((subject) => `        ${JSON.stringify(subject)}`).join('\n');

const visitorUser = ({ name, publish, subscribe }: Visitor, passwordOf: (user: string) => string): string =>
  `{ user: ${name}, password: ${passwordOf(name)}, permissions {
      publish: { allow: ${JSON.stringify(publish.allow)}, deny: ${JSON.stringify(publish.deny)} }
      subscribe: { allow: ${JSON.stringify(subscribe)} }
    } }`;
