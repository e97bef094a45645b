import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mail } from '@staycover/api';
import {
  billingEvents,
  type EventDefinition,
  eventSubject,
  insightEvents,
  policyEvents,
  renewalEvents,
} from '@staycover/events';
import { businessDate, newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { dueMails, markInterrupted, markSending, recordMailAttempt } from './db/mails.ts';
import { beforeStatement, failOnce } from './testing/fail-once.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

let server: MailServer;
let t: TestService;
const clock = fakeClock(Temporal.Now.instant().toString());

beforeAll(async () => {
  server = await startMailServer();
  t = await startTestService(manifest, compose, {
    clock,
    config: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Staycover <notices@staycover.example>',
      mailPauses: { lookMs: 50, awayMs: 200 },
    },
  });
});

afterAll(async () => {
  await t?.stop();
  await server?.stop();
});

/** An organization with mail notices, at its own address. */
const organization = async (notices?: readonly string[]) => {
  const organizationId = `org-${newId()}`;
  const email = `${organizationId}@mail.example`;
  const answer = await t.http.put(`/api/mail-contact/${organizationId}`, { email, notices });
  expect(answer.status).toBe(200);
  return { organizationId, email };
};

const inDays = (days: number): string => businessDate(clock()).add({ days }).toString();

/** What an event about an invoice that was due yesterday has of it, with changes. */
const overdue = (event: EventDefinition, changes: object = {}): { invoice?: object } => {
  const { invoice } = event.example.data as { invoice?: object };
  return invoice ? { invoice: { ...invoice, dueDate: inDays(-1), ...changes } } : {};
};

/** Publishes an event as it happens now, or did `days` ago; returns its id. */
const publish = async (
  organizationId: string,
  event: EventDefinition,
  changes: object = {},
  id: string = newId(),
  subject = event.example.subject,
  days = 0,
) => {
  const data = { ...(event.example.data as object), ...overdue(event), organizationId, ...changes };
  const envelope = {
    ...event.example,
    id,
    subject,
    time: Temporal.Now.instant()
      .subtract({ hours: 24 * days })
      .toString({ smallestUnit: 'millisecond' }),
    data,
  };
  await t.events.publishRaw(eventSubject(event, organizationId), JSON.stringify(envelope), newId());
  return id;
};

const pastDue = (organizationId: string, id?: string) => publish(organizationId, billingEvents.invoicePastDue, {}, id);

const mail = async (id: string): Promise<Mail> => (await t.http.get(`/api/mail/${id}`)).body;

const mailThat = (id: string, status: Mail['status']): Promise<Mail> =>
  eventually(`the mail is ${status}`, async () => {
    const { status: code, body } = await t.http.get(`/api/mail/${id}`);
    return code === 200 && body.status === status && body;
  });

const decide = (id: string, body: object) => t.http.patch(`/api/mail/${id}/status`, body);

describe('an organization with a contact', () => {
  test.each([
    ['an invoice past due', billingEvents.invoicePastDue, /^Subject: Invoice INV-\S+ is past due/m],
    ['an invoice that could not be collected', billingEvents.invoiceSuspended, /^Subject: Invoice INV-\S+ could not/m],
    [
      'a webhook endpoint that is disabled',
      insightEvents.webhookEndpointDisabled,
      /^Subject: Events are no longer sent/m,
    ],
  ] as const)('gets one mail for %s, and the mail is stored', async (_what, event, subject) => {
    const { organizationId, email } = await organization();
    const id = await publish(organizationId, event);
    const [taken] = await server.next(email);
    expect(taken!.text).toMatch(subject);
    expect(taken!.text).toContain(`Message-ID: <${id}@staycover.example>`);
    expect(await mailThat(id, 'SENT')).toMatchObject({ recipient: email, attempts: 1, error: null, dueAt: null });
    expect((await t.http.get(`/api/mail?organizationId=${organizationId}`)).body).toEqual([await mail(id)]);
  });

  test('gets one mail for a term that ends, with the days that are left as the mail leaves', async () => {
    const { organizationId, email } = await organization();
    await publish(organizationId, policyEvents.policyCreated);
    await publish(organizationId, renewalEvents.renewalNoticeDue, { termEnd: inDays(57), daysBeforeTermEnd: 60 });
    const [taken] = await server.next(email);
    expect(taken!.text).toMatch(/^Subject: Policy POL-\S+ ends on/m);
    expect(taken!.text).toContain('days left: 57.');
  });

  test('gets one mail of an event, however often that comes', async () => {
    const { organizationId, email } = await organization();
    const id = await pastDue(organizationId);
    await mailThat(id, 'SENT');
    await t.sql('delete from event where event_id = $1', [id]);
    await pastDue(organizationId, id);
    await mailThat(await pastDue(organizationId), 'SENT');
    expect(await server.next(email, 2)).toHaveLength(2);
  });

  test.each(['PAST_DUE', 'SENT'])(
    'gets a mail for an invoice that is %s after its money bounced only if past due',
    async (status) => {
      const { organizationId } = await organization();
      const { invoiceReopened } = billingEvents;
      const id = await publish(organizationId, invoiceReopened, overdue(invoiceReopened, { status }));
      await mailThat(await publish(organizationId, insightEvents.webhookEndpointDisabled), 'SENT');
      if (status === 'PAST_DUE') expect(await mailThat(id, 'SENT')).toMatchObject({ notice: 'INVOICE_PAST_DUE' });
      else expect((await t.http.get(`/api/mail/${id}`)).status).toBe(404);
    },
  );

  test('gets a mail for an invoice that is past due by hand once its due date has passed', async () => {
    const { organizationId, email } = await organization();
    const { invoicePastDue } = billingEvents;
    const dueDate = inDays(2);
    const id = await publish(organizationId, invoicePastDue, overdue(invoicePastDue, { dueDate }));
    await eventually('it was looked at', async () => (await mail(id)).attempts === 1);
    expect(await mail(id)).toMatchObject({
      status: 'WAITING',
      error: 'The invoice is not past due before the day after its due date.',
      dueAt: `${inDays(3)}T00:00:00.000Z`,
    });
    expect(server.taken.filter(({ to }) => to === email)).toEqual([]);
    // However long ago it came: what a mail waits with is kept.
    const aged = `update payload set stored_at = now() - interval '31 days' where position = (select position from mail where id = $1)`;
    await t.sql(aged, [id]);
    clock.advance({ hours: 24 });
    await t.service.scheduler.catchUp();
    clock.advance({ hours: 48 });
    await mailThat(id, 'SENT');
    expect(await server.next(email)).toHaveLength(1);
  });

  test('gets only its chosen notices', async () => {
    const { organizationId, email } = await organization(['INVOICE_SUSPENDED']);
    await pastDue(organizationId);
    await mailThat(await publish(organizationId, billingEvents.invoiceSuspended), 'SENT');
    expect(await server.next(email)).toHaveLength(1);
    expect((await t.http.get(`/api/mail?organizationId=${organizationId}`)).body).toHaveLength(1);
  });
});

/** More than five days go by. */
const failTwelveTimes = async (id: string): Promise<void> => {
  for (let attempts = 1; attempts < 12; attempts++) {
    await eventually('it failed', async () => (await mail(id)).attempts === attempts);
    clock.advance({ hours: 12 });
  }
};

describe('a mail that the server does not take', () => {
  test.each([
    ['for now, at its recipient', { rcpt: 450 }],
    ['for now, at its text', { data: 451 }],
  ])('%s is tried again', async (_when, behaviour) => {
    const { organizationId, email } = await organization();
    server.behave(email, behaviour);
    const id = await pastDue(organizationId);
    const waiting = await eventually('it failed once', async () => {
      const { body } = await t.http.get(`/api/mail/${id}`);
      return body.attempts === 1 && body;
    });
    expect(waiting).toMatchObject({
      status: 'WAITING',
      error: expect.stringContaining(String(Object.values(behaviour)[0])),
    });
    expect(waiting.dueAt).not.toBeNull();
    server.behave(email, 'TAKE');
    clock.advance({ seconds: 5 });
    expect(await mailThat(id, 'SENT')).toMatchObject({ attempts: 2, error: null });
    expect(await server.next(email)).toHaveLength(1);
  });

  test.each([
    ['its recipient', { rcpt: 550 }],
    ['its text', { data: 554 }],
  ])('for good, because of %s, is refused until a person sends it again', async (_why, behaviour) => {
    const { organizationId, email } = await organization();
    server.behave(email, behaviour);
    const id = await pastDue(organizationId);
    expect(await mailThat(id, 'REFUSED')).toMatchObject({
      error: expect.stringContaining('as the spec wants it'),
      dueAt: null,
    });
    server.behave(email, 'TAKE');
    expect((await decide(id, { status: 'WAITING' })).status).toBe(200);
    await mailThat(id, 'SENT');
  });

  test('for five days is given up', async () => {
    const { organizationId, email } = await organization();
    server.behave(email, { rcpt: 450 });
    const id = await pastDue(organizationId);
    await failTwelveTimes(id);
    expect((await mailThat(id, 'REFUSED')).error).toMatch(/^Given up after 5 days\. The mail server answered: 450/);
  });

  test('is not given up after a week in which nothing tried to send it', async () => {
    const { organizationId, email } = await organization();
    server.behave(email, { rcpt: 450 });
    const id = await pastDue(organizationId);
    await eventually('it failed', async () => (await mail(id)).attempts === 1);
    clock.advance({ hours: 168 });
    expect(await eventually('it failed again', async () => (await mail(id)).attempts === 2 && mail(id))).toMatchObject({
      status: 'WAITING',
    });
  });

  test('and that a person sends again, is tried as often and as soon as a new one', async () => {
    const { organizationId, email } = await organization();
    server.behave(email, { rcpt: 450 });
    const id = await pastDue(organizationId);
    await failTwelveTimes(id);
    await mailThat(id, 'REFUSED');
    await decide(id, { status: 'WAITING' });
    const { dueAt } = await eventually('it failed again', async () => {
      const again = await mail(id);
      return again.dueAt !== null && again;
    });
    expect(Temporal.Instant.from(dueAt!).since(clock()).total('seconds')).toBeLessThanOrEqual(5);
  });

  test('without a response, is not sent again automatically', async () => {
    const { organizationId, email } = await organization();
    server.behave(email, 'BREAK_OFF');
    const id = await pastDue(organizationId);
    expect(await mailThat(id, 'UNKNOWN')).toMatchObject({
      recipient: email,
      error: expect.stringContaining('did not say'),
    });
    clock.advance({ hours: 24 });
    await mailThat(await pastDue((await organization()).organizationId), 'SENT');
    expect(await server.next(email)).toHaveLength(1);
    expect((await decide(id, { status: 'BOUNCED', reason: 'No such user' })).body).toMatchObject({
      error: 'No such user',
    });
  });

  test('because it is down, waits for it', async () => {
    const { organizationId, email } = await organization();
    const port = Number(new URL(server.url).port);
    await server.stop();
    const id = await pastDue(organizationId);
    await eventually('it failed', async () =>
      /could not be reached/.test((await t.http.get(`/api/mail/${id}`)).body.error),
    );
    server = await startMailServer({ port });
    clock.advance({ hours: 1 });
    await mailThat(id, 'SENT');
    expect(await server.next(email)).toHaveLength(1);
  });
});

test('how a mail ended is stored as soon as it can be', async () => {
  const { organizationId, email } = await organization();
  const failed = failOnce(t, /update mail set status = \$3, attempts/);
  const id = await pastDue(organizationId);
  await failed;
  expect(await mailThat(id, 'SENT')).toMatchObject({ attempts: 1, error: null });
  expect(await server.next(email)).toHaveLength(1);
});

test('a mail with a template that needs a missing value is rejected, with its name', async () => {
  const { organizationId } = await organization();
  const { invoice } = billingEvents.invoicePastDue.example.data;
  const id = await publish(organizationId, billingEvents.invoicePastDue, { invoice: { ...invoice, dueDate: null } });
  expect((await mailThat(id, 'REFUSED')).error).toBe(
    'invoice-past-due.txt needs dueDate, which the event does not have.',
  );
});

test('a mail about a policy of which no event has come yet waits for one', async () => {
  const { organizationId, email } = await organization();
  const policyId = newId();
  const id = await publish(organizationId, renewalEvents.renewalNoticeDue, { policyId, termEnd: inDays(60) });
  await eventually('it was tried', async () => (await t.http.get(`/api/mail/${id}`)).body.attempts === 1);
  expect(await mail(id)).toMatchObject({ status: 'WAITING', error: 'No event of the policy has come yet.' });
  const { policy } = policyEvents.policyCreated.example.data;
  const created = { policyId, policy: { ...policy, id: policyId, policyReference: 'POL-2026-000777' } };
  await publish(organizationId, policyEvents.policyCreated, created, newId(), policyId);
  await eventually('it is found', async () => (await t.http.get('/api/search?q=pol+777')).body.length === 1);
  clock.advance({ seconds: 5 });
  expect((await mailThat(id, 'SENT')).subject).toMatch(/^Policy POL-2026-000777 ends on/);
  expect(await server.next(email)).toHaveLength(1);
});

describe('a mail that waited', () => {
  /** A notice that the server does not take for now, and the id of its invoice or policy. */
  const waiting = async (notice: EventDefinition, kind: 'invoice' | 'policy', changes: object = {}) => {
    const { organizationId, email } = await organization();
    const aboutId = newId();
    if (kind === 'policy') await follow(organizationId, policyEvents.policyCreated, 'policy', aboutId, { version: 1 });
    server.behave(email, { rcpt: 450 });
    const aggregateId = kind === 'invoice' ? aboutId : newId();
    const id = await publish(organizationId, notice, { [`${kind}Id`]: aboutId, ...changes }, newId(), aggregateId);
    await eventually('it failed', async () => (await mail(id)).attempts === 1);
    server.behave(email, 'TAKE');
    return { organizationId, aboutId, id };
  };

  /** Publishes what happened to an invoice or a policy, and waits until it is stored. */
  const follow = async (
    organizationId: string,
    event: EventDefinition,
    kind: 'invoice' | 'policy',
    aboutId: string,
    { version, ...changed }: { status?: string; amountDue?: number; version: number },
  ): Promise<void> => {
    const { [kind]: state } = { ...(event.example.data as object), ...overdue(event) } as Record<string, object>;
    const changes = { [`${kind}Id`]: aboutId, [kind]: { ...state, id: aboutId, ...changed }, version };
    const id = await publish(organizationId, event, changes, newId(), aboutId);
    await eventually('it is stored', async () => (await t.http.get(`/api/events/${id}`)).status === 200);
  };

  test.each([
    ['past due', 'paid', billingEvents.invoicePastDue, billingEvents.invoicePaid],
    ['past due', 'voided', billingEvents.invoicePastDue, billingEvents.invoiceVoided],
    ['past due', 'written off', billingEvents.invoicePastDue, billingEvents.invoiceUncollectible],
    ['suspended', 'paid', billingEvents.invoiceSuspended, billingEvents.invoicePaid],
    ['suspended', 'written off', billingEvents.invoiceSuspended, billingEvents.invoiceUncollectible],
  ])('about an invoice that was %s is refused once that is %s', async (_state, _end, notice, end) => {
    const { organizationId, aboutId, id } = await waiting(notice, 'invoice');
    await follow(organizationId, end, 'invoice', aboutId, { version: 20 });
    clock.advance({ hours: 1 });
    expect((await mailThat(id, 'REFUSED')).error).toBe('The invoice is paid, void or written off meanwhile.');
    await decide(id, { status: 'WAITING' });
    expect((await mailThat(id, 'REFUSED')).error).toBe('The invoice is paid, void or written off meanwhile.');
  });

  test('about an invoice states what is due as it leaves, and who sends it again the same', async () => {
    const { organizationId, aboutId, id } = await waiting(billingEvents.invoiceSuspended, 'invoice');
    const change = (amountDue: number, version: number) =>
      follow(organizationId, billingEvents.invoiceChanged, 'invoice', aboutId, {
        status: 'SUSPENDED',
        amountDue,
        version,
      });
    await change(27.5, 21);
    await change(99.5, 20);
    clock.advance({ hours: 1 });
    expect((await mailThat(id, 'SENT')).text).toMatch(/^\$27\.50 is to be paid/m);
    await change(17.5, 22);
    await t.sql(`update mail set status = 'UNKNOWN' where id = $1`, [id]);
    await decide(id, { status: 'WAITING' });
    expect((await mailThat(id, 'SENT')).text).toMatch(/^\$17\.50 is to be paid/m);
  });

  test.each(['CANCELLED', 'EXPIRED', 'SUPERSEDED'])(
    'about a renewal is refused once its policy is %s',
    async (status) => {
      const { renewalNoticeDue } = renewalEvents;
      const { organizationId, aboutId, id } = await waiting(renewalNoticeDue, 'policy', { termEnd: inDays(60) });
      await follow(organizationId, policyEvents.policyStatusChanged, 'policy', aboutId, { status, version: 20 });
      clock.advance({ hours: 1 });
      expect((await mailThat(id, 'REFUSED')).error).toBe('The policy has ended meanwhile.');
    },
  );

  test('about the end of a term is refused after that end', async () => {
    const { id } = await waiting(renewalEvents.renewalNoticeDue, 'policy', { termEnd: inDays(1) });
    clock.advance({ hours: 72 });
    expect((await mailThat(id, 'REFUSED')).error).toBe('The term has ended meanwhile.');
  });
});

test('a mail to an organization that no longer has a contact is rejected', async () => {
  const { organizationId, email } = await organization();
  server.behave(email, { rcpt: 450 });
  const id = await pastDue(organizationId);
  await eventually('it failed', async () => (await t.http.get(`/api/mail/${id}`)).body.attempts === 1);
  expect((await t.http.delete(`/api/mail-contact/${organizationId}`)).status).toBe(204);
  clock.advance({ hours: 1 });
  expect((await mailThat(id, 'REFUSED')).error).toMatch('no mail contact');
});

test('a mail that waited as its contact stopped to want its notice is not sent', async () => {
  const { organizationId, email } = await organization();
  server.behave(email, { rcpt: 450 });
  const id = await pastDue(organizationId);
  await eventually('it failed', async () => (await mail(id)).attempts === 1);
  await t.http.put(`/api/mail-contact/${organizationId}`, { email, notices: ['RENEWAL_NOTICE'] });
  clock.advance({ hours: 1 });
  expect((await mailThat(id, 'REFUSED')).error).toBe('The contact does not want this notice any more.');
});

test('the mail of an event that comes days late waits for a person; of an old one there is none', async () => {
  const { organizationId, email } = await organization();
  const at = (days: number) => publish(organizationId, billingEvents.invoicePastDue, {}, newId(), 'invoice-1', days);
  const [old, late] = [await at(9), await at(2)];
  expect(await mailThat(late, 'REFUSED')).toMatchObject({ error: expect.stringContaining('day late'), dueAt: null });
  expect((await t.http.get(`/api/mail/${old}`)).status).toBe(404);
  await decide(late, { status: 'WAITING' });
  await mailThat(late, 'SENT');
  expect(await server.next(email)).toHaveLength(1);
});

test('an endpoint that is disabled again and again causes one mail a day, another one its own', async () => {
  const { organizationId } = await organization();
  const { webhookEndpointDisabled } = insightEvents;
  const disabled = (webhookEndpointId: string, days = 0) =>
    publish(organizationId, webhookEndpointDisabled, { webhookEndpointId }, newId(), webhookEndpointId, days);
  const [one, other] = [newId(), newId()];
  const sent = [await disabled(one)];
  await mailThat(sent[0]!, 'SENT');
  const again = [await disabled(one), await disabled(one)];
  sent.push(await disabled(other));
  await mailThat(sent[1]!, 'SENT');
  for (const id of again) expect((await t.http.get(`/api/mail/${id}`)).status).toBe(404);
  await t.sql(`update event_link set at = at - interval '25 hours' where id = $1`, [one]);
  await mailThat(await disabled(one), 'SENT');
});

test('mails go 90 days after their events, however they ended, but not while they wait', async () => {
  const { organizationId } = await organization();
  await t.sql(
    `insert into mail (id, organization_id, notice, position, event_at, status, due_at)
     select gen_random_uuid(), $1, 'INVOICE_PAST_DUE', 0, now() - make_interval(days => age), status, null
     from unnest(array[89, 91]) age, unnest(array['WAITING', 'SENT', 'REFUSED']) status`,
    [organizationId],
  );
  clock.advance({ hours: 24 });
  await t.service.scheduler.catchUp();
  const kept = await t.sql<{ days: number; status: string }>(
    `select extract(day from now() - event_at)::int as days, status from mail where organization_id = $1 order by status`,
    [organizationId],
  );
  expect(kept.map(({ days, status }) => `${days} ${status}`).toSorted()).toEqual([
    '89 REFUSED',
    '89 SENT',
    '89 WAITING',
    '91 WAITING',
  ]);
});

test('organizations take turns: one with many mails does not keep the mail of another waiting', async () => {
  const [busy, other] = [await organization(), await organization()];
  // Not due for years: only this spec looks so far ahead.
  const waiting = [...Array(50).fill(busy), other].map(({ organizationId }, day) => ({ organizationId, day }));
  for (const { organizationId, day } of waiting)
    await t.sql(
      `insert into mail (id, organization_id, notice, position, event_at, due_at)
       values (gen_random_uuid(), $1, 'INVOICE_PAST_DUE', 0, now(), '2090-01-01'::timestamptz + $2 * interval '1 day')`,
      [organizationId, day],
    );
  const now = Temporal.Instant.from('2091-01-01T00:00:00Z');
  const dueBeside = async (underWay: readonly string[]) => {
    const due = await dueMails(t.service.platform.database, { now, limit: 1_000, underWay });
    return due.filter((mailDue) => waiting.some(({ organizationId }) => mailDue.organizationId === organizationId));
  };
  const organizations = (due: readonly { organizationId: string }[]) => due.map(({ organizationId }) => organizationId);
  const due = await dueBeside([]);
  expect(organizations(due)).toEqual([busy.organizationId, busy.organizationId, other.organizationId]);
  expect(organizations(await dueBeside([due[0]!.id]))).toEqual([busy.organizationId, other.organizationId]);
  expect(organizations(await dueBeside([due[0]!.id, due[1]!.id]))).toEqual([other.organizationId]);
});

test('a recipient that the mail server answers slowly does not keep the mails of others waiting', async () => {
  const [slow, other] = [await organization(), await organization()];
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  server.behave(slow.email, { until });
  const held = await pastDue(slow.organizationId);
  try {
    await mailThat(await pastDue(other.organizationId), 'SENT');
    await mailThat(await pastDue(other.organizationId), 'SENT');
    expect((await mail(held)).status).toBe('WAITING');
  } finally {
    answer();
  }
  await mailThat(held, 'SENT');
});

test('a mail that waited as its contact was removed does not go to the next contact', async () => {
  const { organizationId, email } = await organization();
  server.behave(email, { rcpt: 450 });
  const id = await pastDue(organizationId);
  await eventually('it failed', async () => (await mail(id)).attempts === 1);
  await t.http.delete(`/api/mail-contact/${organizationId}`);
  const next = `next-${email}`;
  await t.http.put(`/api/mail-contact/${organizationId}`, { email: next });
  clock.advance({ hours: 1 });
  await mailThat(await publish(organizationId, billingEvents.invoiceSuspended), 'SENT');
  expect(await mail(id)).toMatchObject({ status: 'REFUSED', error: expect.stringContaining('no mail contact') });
  expect(await server.next(next)).toHaveLength(1);
});

test('a mail goes to the new address of a contact that was changed right before it left', async () => {
  const { organizationId, email } = await organization();
  const next = `next-${email}`;
  const changed = beforeStatement(t, /set status = 'SENDING'/, () =>
    t.http.put(`/api/mail-contact/${organizationId}`, { email: next }),
  );
  const id = await pastDue(organizationId);
  await changed;
  expect(await mailThat(id, 'SENT')).toMatchObject({ recipient: next, attempts: 1 });
  expect(await server.next(next)).toHaveLength(1);
  expect(server.taken.filter(({ to }) => to === email)).toEqual([]);
});

test('a mail that was being sent when its process ended has an unknown outcome', async () => {
  const { organizationId } = await organization();
  const id = await pastDue(organizationId);
  await mailThat(id, 'SENT');
  await t.sql(`update mail set status = 'SENDING' where id = $1`, [id]);
  await markInterrupted(t.service.platform.database, [id]);
  expect((await mail(id)).status).toBe('SENDING');
  await markInterrupted(t.service.platform.database, []);
  expect(await mail(id)).toMatchObject({
    status: 'UNKNOWN',
    error: 'The process ended before the mail server answered.',
  });
});

test('a mail that one replica sends stays sent when another cannot reach the mail server meanwhile', async () => {
  const { organizationId, email } = await organization();
  const id = await pastDue(organizationId);
  await mailThat(id, 'SENT');
  await t.sql(`update mail set status = 'WAITING', attempts = 0, sent_at = null, due_at = 'infinity' where id = $1`, [
    id,
  ]);
  const { database } = t.service.platform;
  const tried = { id, attempts: 0 };
  const now = clock();
  const away = { status: 'WAITING', error: 'No connection', dueAt: now, failedAt: now } as const;
  const sent = { status: 'SENT', error: null, dueAt: null, failedAt: null } as const;
  expect(await markSending(database, tried, { recipient: email, subject: 'Invoice', text: 'It is due.' })).toBe(true);
  await recordMailAttempt(database, tried, { ...away, recipient: email, now, isMarked: false });
  await recordMailAttempt(database, tried, { ...sent, recipient: email, now, isMarked: true });
  expect(await mail(id)).toMatchObject({ status: 'SENT', attempts: 1, error: null });
});

describe('the session of the replica that sends', () => {
  type Session = { pid: number; at: string };
  const session = async (): Promise<Session | undefined> => {
    const text = `select pid, state_change::text as at from pg_stat_activity
      where application_name = $1 and datname = current_database()`;
    return (await t.sql<Session>(text, [`${t.service.platform.database.schema}-mails`]))[0];
  };
  const found = () => eventually('it has a session', session);

  test('is used while no mail is due: the server ends one that is silent', async () => {
    const before = await found();
    const after = await eventually('it was used again', async () => {
      const now = await session();
      return now && now.at > before.at && now;
    });
    expect(after.pid).toBe(before.pid);
  });

  test('is replaced after it has ended: another replica may have sent meanwhile', async () => {
    const { pid } = await found();
    await t.sql('select pg_terminate_backend($1)', [pid]);
    await eventually('it has another session', async () => {
      const now = await session();
      return now !== undefined && now.pid !== pid;
    });
    const { organizationId, email } = await organization();
    await mailThat(await pastDue(organizationId), 'SENT');
    expect(await server.next(email)).toHaveLength(1);
  });
});

test('a person cannot move a mail that was sent back to waiting', async () => {
  const { organizationId } = await organization();
  const id = await pastDue(organizationId);
  await mailThat(id, 'SENT');
  const { status, body } = await decide(id, { status: 'WAITING' });
  expect([status, body.allowed]).toEqual([409, ['BOUNCED']]);
  expect((await decide(id, { status: 'BOUNCED', reason: 'Mailbox full' })).body.status).toBe('BOUNCED');
  expect((await decide(id, { status: 'BOUNCED' })).body.error).toBe('Mailbox full');
  expect((await decide(id, { status: 'BOUNCED', reason: 'Moved away' })).body.error).toBe('Moved away');
});

test('the answer to a decision about a mail is read in its transaction: no other connection need be free', async () => {
  const { organizationId } = await organization();
  const id = await pastDue(organizationId);
  await mailThat(id, 'SENT');
  const { database } = t.service.platform;
  const { run } = database;
  database.run = (text, params) =>
    /from mail where id/.test(text) ? Promise.reject(new Error('busy')) : run(text, params);
  const answer = await decide(id, { status: 'BOUNCED', reason: 'Mailbox full' });
  database.run = run;
  expect(answer).toMatchObject({ status: 200, body: { status: 'BOUNCED', error: 'Mailbox full' } });
});

describe('a contact', () => {
  test('changes, keeps who changed it, and is not there once it is removed', async () => {
    const { organizationId, email } = await organization();
    const path = `/api/mail-contact/${organizationId}`;
    expect((await t.http.put(path, { email })).body.version).toBe(1);
    const changed = await t.http.put(path, {
      email: 'new@mail.example',
      notices: ['RENEWAL_NOTICE', 'RENEWAL_NOTICE'],
    });
    expect(changed.body).toMatchObject({ email: 'new@mail.example', notices: ['RENEWAL_NOTICE'], version: 2 });
    expect((await t.http.get(path)).body).toEqual(changed.body);
    expect((await t.http.delete(path)).status).toBe(204);
    expect([(await t.http.get(path)).status, (await t.http.delete(path)).status]).toEqual([404, 404]);
  });

  test.each([
    ['no address', { email: 'unknown' }],
    ['two lines', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['an unknown notice', { email: 'a@b.example', notices: ['NEWS'] }],
    ['no body', {}],
  ])('with %s is refused', async (_what, body) => {
    expect((await t.http.put('/api/mail-contact/acme', body)).status).toBe(400);
  });
});
