import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resource } from '@staycover/client';
import { insightEvents, verifyWebhook } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Narrator } from './narrator.ts';
import type { Stage } from './stage.ts';

type Receiver = { url: string; knows(secret: string): void; leave(): void; stop(): void };

/** A receiver of webhooks that checks their signatures, until it answers that it is gone. */
const startReceiver = async (): Promise<Receiver> => {
  let secret = '';
  let isGone = false;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const status = await verifyWebhook(secret, request.headers, body).then(
      () => (isGone ? 410 : 204),
      () => 401,
    );
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/staycover`,
    knows: (known) => void (secret = known),
    leave: () => void (isGone = true),
    stop: () => server.close(),
  };
};

const shownMail = ({ recipient, subject, text }: Resource<'Mail'>): string =>
  [`to ${recipient}: ${subject}`, ...text!.trim().split('\n')].join('\n           ');

const nameContact = ({ api, organizationId }: Stage) =>
  api.PUT('/api/mail-contact/{organizationId}', {
    params: { path: { organizationId } },
    body: { email: 'dana@acme-stays.example' },
  });

/** A receiver of webhooks goes away: its endpoint is disabled, and its organization gets a mail. */
export const playMail = async (stage: Stage, tell: Narrator): Promise<void> => {
  tell.chapter('7. A receiver of webhooks goes away, and its owner gets a mail');
  const named = nameContact(stage);
  if ((await named).error?.type.endsWith('/mail-not-configured'))
    return tell.fact('left out: this platform sends no mails, for SMTP_URL is not set');
  await stage.accepted(200, named, ({ email }) => `mails go to ${email}`);
  const receiver = await startReceiver();
  try {
    await loseReceiver(stage, receiver);
    await readMail(stage);
  } finally {
    receiver.stop();
  }
};

const loseReceiver = async ({ api, organizationId, ...stage }: Stage, receiver: Receiver): Promise<void> => {
  const endpoint = await stage.accepted(
    201,
    api.POST('/api/webhook-endpoint', { body: { organizationId, url: receiver.url } }),
    ({ url }) => `events go to ${url}`,
  );
  receiver.knows(endpoint.secret);
  const params = { path: { id: endpoint.id } };
  await stage.accepted(
    200,
    api.POST('/api/webhook-endpoint/{id}/test', { params }),
    ({ outcome, status }) => `a test event is ${outcome}: the receiver checked its signature and answered ${status}`,
  );
  receiver.leave();
  await stage.accepted(
    201,
    api.POST('/api/policy', { body: { organizationId } }),
    () => 'the next event is answered 410',
  );
  await stage.expectEvent(insightEvents.webhookEndpointDisabled);
};

const readMail = async ({ api, organizationId, ...stage }: Stage): Promise<void> => {
  const query = { organizationId, status: 'SENT' } as const;
  const [sent] = await eventually('the mail is sent', async () => {
    const { data = [] } = await api.GET('/api/mail', { params: { query } });
    return data.length > 0 && data;
  });
  await stage.accepted(200, api.GET('/api/mail/{id}', { params: { path: { id: sent!.id } } }), shownMail);
  const params = { path: { organizationId } };
  const { response } = await api.DELETE('/api/mail-contact/{organizationId}', { params });
  stage.check('the contact is removed', response.status, 204);
};
