import { rpcs } from '@staycover/events';
import { consumers, followers, manifests, publishers } from '../manifests.ts';

/** Event names of one family, such as `invoice-paid` and `invoice-voided`, in short: `invoice-*`. */
const inShort = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name.split('-')[0])]
    .map(([family, members]) => (members.length > 1 ? `${family}-*` : members[0]))
    .join(', ');

const eventArrows = (): string[] => {
  const inbound = consumers.filter(({ event }) => event.service === 'inbound').map(({ service }) => service);
  const own = consumers.filter(({ event }) => event.service !== 'inbound');
  const pairs = Map.groupBy(own, ({ event, service }) => `${event.service} ${service}`);
  return [
    `others([Other systems]) -->|insurance.inbound.*| ${[...new Set(inbound)].join(' & ')}`,
    ...[...pairs].map(([pair, members]) => {
      const [publisher, consumer] = pair.split(' ');
      return `${publisher} -->|"${inShort([...new Set(members.map(({ event }) => event.name))])}"| ${consumer}`;
    }),
  ];
};

const services = new Set(manifests.map(({ name }) => name));

const requestArrows = (): string[] =>
  rpcs.flatMap(({ subject, service, callers }) =>
    callers.filter((caller) => services.has(caller)).map((caller) => `${caller} -.->|${subject}| ${service}`),
  );

/** The flow of HTTP requests, events and RPC between services, as a diagram. */
export const eventFlow = (): string => {
  const all = manifests.map(({ name }) => name);
  const publishing = all.filter((name) => publishers.includes(name)).join(' & ');
  const arrows = [
    'crm([CRM]) -->|deal-closed webhook| gateway',
    'client([API consumers]) -->|/api| gateway',
    `gateway --> ${all.join(' & ')}`,
    ...eventArrows(),
    ...requestArrows(),
    ...new Set(followers.map(({ service }) => `${publishing} -->|everything| ${service}`)),
    `${publishing} -->|"insurance.*"| listeners([Other systems])`,
  ];
  return ['```mermaid', 'flowchart LR', ...arrows.map((arrow) => `  ${arrow}`), '```'].join('\n');
};
