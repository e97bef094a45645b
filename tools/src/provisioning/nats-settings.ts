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
 * The accounts part of a server's configuration file. `passwordFor` gives a password as the file should have it: quoted,
 * or `$NAME` for one of the server's environment. `visitor` is the user of connections without a name.
 */
export const accountSettings = (
  { accounts, listeners }: NatsLogins,
  passwordFor: (user: string) => string,
  visitor?: Visitor,
): string => {
  const users = [
    `{ user: ${ADMIN}, password: ${passwordFor(ADMIN)} }`,
    ...listeners.map((listener) => listenerUser(listener, passwordFor)),
    ...(visitor ? [visitorUser(visitor, passwordFor)] : []),
  ];
  const blocks = [
    accountBlock(streamsAccount, users, true),
    ...accounts.map((account) => accountBlock(account, [boundUser(account, passwordFor)], false)),
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
    ...formatList('exports', exports.map(formatExport)),
    ...formatList('imports', imports.map(formatImport)),
    '  }',
  ].join('\n');

const formatList = (name: string, entries: readonly string[]): string[] =>
  entries.length > 0 ? [`    ${name}: [`, ...entries.map((entry) => `      ${entry}`), '    ]'] : [];

const formatExport = ({ subject, accounts, responses, stream }: NatsExport): string => {
  const only = accounts ? `, accounts: [${accounts.join(', ')}]` : '';
  return `{ ${stream ? 'stream' : 'service'}: ${JSON.stringify(subject)}${only}${responses ? ', response_type: "stream"' : ''} }`;
};

const formatImport = ({ account, subject, to, stream }: NatsImport): string => {
  const local = to ? `, to: ${JSON.stringify(to)}` : '';
  return `{ ${stream ? 'stream' : 'service'}: { account: ${account}, subject: ${JSON.stringify(subject)} }${local} }`;
};

const listenerUser = ({ name, subscribe }: NatsListener, passwordFor: (user: string) => string): string =>
  `{ user: ${name}, password: ${passwordFor(name)}, permissions: {
      publish: { deny: ">" }, subscribe: { allow: ${JSON.stringify(subscribe)} }
    } }`;

// Servers before 2.10 let any account purge another's streams: so subjects that are not imported are not published either.
const boundUser = (account: NatsAccount, passwordFor: (user: string) => string): string => {
  const allow = publishable(account);
  // An empty allow list allows everything; only a denial forbids it.
  const publish = allow.length > 0 ? `{ allow: [\n${formatSubjects(allow)}\n      ] }` : '{ deny: ">" }';
  return `{ user: ${account.name}, password: ${passwordFor(account.name)}, permissions: { publish: ${publish} } }`;
};

const formatSubjects = (subjects: readonly string[]): string =>
  subjects.map((subject) => `        ${JSON.stringify(subject)}`).join('\n');

const visitorUser = ({ name, publish, subscribe }: Visitor, passwordFor: (user: string) => string): string =>
  `{ user: ${name}, password: ${passwordFor(name)}, permissions {
      publish: { allow: ${JSON.stringify(publish.allow)}, deny: ${JSON.stringify(publish.deny)} }
      subscribe: { allow: ${JSON.stringify(subscribe)} }
    } }`;
