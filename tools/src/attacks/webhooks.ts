import { type AddressInfo, createServer } from 'node:net';
import { newId } from '@staycover/kernel';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const PATH = '/api/webhook/crm/deal-closed';
const MINUTE_MS = 60_000;

const post = async ({ raw }: Target, body: string | Buffer, headers: Record<string, string>): Promise<number> =>
  (await raw('POST', PATH, body, headers)).status;

const makeDeal = (crmDealId: string, more: object = {}): string =>
  JSON.stringify({ crmDealId, organizationId: 'acme', baseRatePerNight: 4.25, ...more });

const countContracts = async ({ sql }: Target, crmDealId: string): Promise<number> => {
  const [row] = await sql<{ n: number }>('select count(*)::int as n from contract.contract where crm_deal_id like $1', [
    crmDealId,
  ]);
  return row!.n;
};

/** Webhooks that the CRM did not send, not now, or not like this. */
export const badWebhooks = async (target: Target): Promise<Trial[]> => [
  await tampered(target),
  await outOfTime(target),
  await replayed(target),
  await addresses(target),
];

const tampered = async (target: Target): Promise<Trial> => {
  const tried = trial('23 webhooks', 'unsigned, tampered, reserialized, signed for another body');
  const body = makeDeal('tampered');
  const headers = target.signed(body);
  const signature = headers['webhook-signature']!;
  const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  const attempts: [string, string | Buffer, Record<string, string>][] = [
    ['no signature', body, { 'content-type': 'application/json' }],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
      (name): [string, string, Record<string, string>] => [`no ${name}`, body, without(name)],
    ),
    ['reserialized', JSON.stringify(JSON.parse(body), null, 1), headers],
    [
      'members in another order',
      JSON.stringify({ organizationId: 'acme', crmDealId: 'tampered', baseRatePerNight: 4.25 }),
      headers,
    ],
    ['another rate', body.replace('4.25', '0.01'), headers],
    ['another organization', body.replace('acme', 'globex'), headers],
    ['a member more', body.replace('}', ',"notes":"x"}'), headers],
    ['a byte-order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)]), headers],
    ['another id', body, { ...headers, 'webhook-id': newId() }],
    ['another version', body, { ...headers, 'webhook-signature': signature.replace('v1,', 'v1a,') }],
    ['an empty signature', body, { ...headers, 'webhook-signature': 'v1,' }],
    ...Array.from({ length: 200 }, (_, i): [string, string, Record<string, string>] => {
      const bytes = Buffer.from(signature.slice(3), 'base64');
      bytes[i % bytes.length]! ^= 1 << (i % 8);
      return [
        `signature with bit ${i} turned`,
        body,
        { ...headers, 'webhook-signature': `v1,${bytes.toString('base64')}` },
      ];
    }),
  ];
  for (const [what, sent, given] of attempts) {
    const status = await post(target, sent, given);
    tried.note(what, status, status === 401);
  }
  const made = await countContracts(target, 'tampered');
  tried.note('contracts', `${made} contracts`, made === 0);
  return tried;
};

const outOfTime = async (target: Target): Promise<Trial> => {
  const tried = trial('23 webhooks', 'well signed, but minutes, days or years too early or late');
  for (const minutes of [-525_600, -1_440, -60, -7, -6, 6, 7, 60, 1_440, 525_600]) {
    const body = makeDeal(`late-${minutes}`);
    const status = await post(target, body, target.signed(body, newId(), new Date(Date.now() + minutes * MINUTE_MS)));
    tried.note(`${minutes} minutes`, status, status === 401);
  }
  const made = await countContracts(target, 'late-%');
  tried.note('contracts', `${made} contracts`, made === 0);
  return tried;
};

const REPLAYS = 100;

const replayed = async (target: Target): Promise<Trial> => {
  const tried = trial('23 webhooks', `the same webhook ${REPLAYS} times at once, and its id with another deal`);
  const body = makeDeal('replayed');
  const headers = target.signed(body, 'msg-replayed');
  const statuses = await Promise.all(Array.from({ length: REPLAYS }, () => post(target, body, headers)));
  for (const status of statuses) tried.note('replay', status, status === 200 || status === 201 || status === 503);
  const other = makeDeal('replayed-other');
  const status = await post(target, other, target.signed(other, 'msg-replayed'));
  tried.note('the id again', status, status < 500);
  const made = await countContracts(target, 'replayed%');
  tried.note('contracts', `${made} contract`, made === 1);
  return tried;
};

/** Addresses in bodies are kept, never visited. */
const addresses = async (target: Target): Promise<Trial> => {
  const tried = trial('23 addresses', 'internal addresses in bodies, and whether anything visits them');
  let visits = 0;
  const trap = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', () => resolve()));
  const { port } = trap.address() as AddressInfo;
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `0x7f000001:${port}`,
    `2130706433:${port}`,
    '169.254.169.254/latest/meta-data',
    'metadata.google.internal',
  ];
  const schemes = ['http', 'https', 'file', 'gopher', 'ftp', 'jar', 'dict', 'javascript'];
  for (const [i, url] of schemes.flatMap((scheme) => hosts.map((host) => `${scheme}://${host}/`)).entries()) {
    const body = makeDeal(`ssrf-${i}`, { contractDocumentUrl: url });
    const status = await post(target, body, target.signed(body));
    tried.note(url, status, status === 400 || status === 201);
    const question = {
      claim: { damageDescription: 'Broken', claimUrls: [{ url }], documents: [{ publicUrl: url, fileName: 'a.png' }] },
      reservation: { reservationReferenceId: 'RES-88123' },
    };
    const followup = await target.call('acme', 'POST', '/api/ai/followup', question);
    tried.note(url, followup.status, followup.status < 500);
  }
  tried.note('visits', `${visits} visits`, visits === 0);
  trap.close();
  return tried;
};
