import { events } from '@staycover/events';
import { consumers } from '../manifests.ts';

const listConsumers = (type: string): string => {
  const names = consumers.filter(({ event }) => event.type === type).map(({ service }) => service);
  return names.length > 0 ? names.join(', ') : '–';
};

/** `docs/events.md`, from the event definitions and the subscriptions. */
export const eventTable = (): string => {
  const rows = events.map(({ subjectPrefix, service, summary, type }) => {
    const publisher = service === 'inbound' ? 'other systems' : service;
    return `| \`${subjectPrefix}.<organizationId>\` | ${publisher} | ${listConsumers(type)} | ${summary} |`;
  });
  return `# Events

Generated from the code by \`npm run docs:write\`; a spec fails when it is not up to date. Any system may subscribe to
any of them: one event of one organization, or all by wildcards. Only \`insurance.inbound.…\` may be published by others.
\`insight\` follows every event of ours, for lists, webhooks and mails; the table has the consumers beside it.

| Subject | Publisher | Consumers here | What happened |
|---|---|---|---|
${rows.join('\n')}
`;
};
