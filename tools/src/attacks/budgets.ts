import { inboundEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const GREEDY = 'greedy';
const MOST_CHANGES = 1_000;

/** An organization has more stored than it may in a day: by requests, then by events; others do not notice. */
export const budgets = async (target: Target): Promise<Trial[]> => {
  const tried = trial('26 excess', 'changes that cause large events, until the budget of an organization is used up');
  const made = await target.call('ops', 'POST', '/api/policy', { organizationId: GREEDY });
  tried.note('a policy', made.status, made.status === 201);
  const path = `/api/policy/${made.body.id}`;
  const { status, headers } = await spendAll(target, tried, path);
  const retryAfter = Number(headers.get('retry-after'));
  tried.note('the first that is too much', status, status === 429 && retryAfter > 0 && retryAfter <= 86_400);
  const { body: after } = await target.call('ops', 'GET', path);
  tried.note('what was refused', 'not stored', after.name !== 'too much');
  await eventsToo(target, tried);
  const other = await target.call('acme', 'PUT', `/api/policy/${target.ids['policy']}`, { name: 'Not greedy' });
  tried.note('another organization', other.status, other.status === 200);
  await target.quiet();
  return [tried, await followups(target)];
};

const FOLLOWUPS_A_MINUTE = 60;

/** What a model costs: an organization asks until it may not, and others go on. */
const followups = async (target: Target): Promise<Trial> => {
  const tried = trial('26 excess', 'follow-up questions, until an organization has asked its share of a minute');
  const draft = { claim: { damageDescription: 'A broken window' }, reservation: { arrivalDate: '2026-11-10' } };
  const ask = (who: 'greedy' | 'globex') => target.call('anonymous', 'POST', '/api/ai/followup', draft, asking[who]);
  const token = await target.platform.auth!.issuer.token({ sub: 'guest@greedy', org: GREEDY, roles: ['write'] });
  const asking = { greedy: { authorization: `Bearer ${token}` }, globex: target.as('globex') };
  const answers = await Promise.all(Array.from({ length: 2 * FOLLOWUPS_A_MINUTE }, () => ask('greedy')));
  for (const { status } of answers) tried.note('a question', status, status === 200 || status === 429);
  const heard = answers.filter(({ status }) => status === 200).length;
  tried.note('questions that were heard', `${heard} heard`, heard <= FOLLOWUPS_A_MINUTE);
  const { status } = await ask('globex');
  tried.note('another organization', status, status === 200);
  return tried;
};

const spendAll = async (target: Target, tried: Trial, path: string) => {
  for (let i = 0; i < MOST_CHANGES; i++) {
    const additionalInsureds = Array.from({ length: 500 }, (_, n) => ({ name: `${i} ${n} ${'x'.repeat(180)}` }));
    const answer = await target.call('ops', 'PUT', path, { additionalInsureds });
    if (answer.status !== 200) {
      tried.note('a large change', answer.body.type.split('/').at(-1), answer.body.type.endsWith('/budget-exceeded'));
      return target.call('ops', 'PUT', path, { name: 'too much', additionalInsureds });
    }
    tried.note('a large change', answer.status, true);
  }
  throw new Error(`${MOST_CHANGES} large changes of one organization were all taken.`);
};

const eventsToo = async (target: Target, tried: Trial): Promise<void> => {
  const example = inboundEvents.coverageElectionChanged.example.data as object;
  const large = { ...example, organizationId: GREEDY, unknown: 'x'.repeat(200_000) };
  const id = await target.tell(inboundEvents.coverageElectionChanged, large);
  const letters = await eventually('the event is given up', async () => {
    const found = await target.sql<{ reason: string; payload: string }>(
      'select reason, payload from policy.dead_letter where event_key like $1',
      [`%${id}`],
    );
    return found.length > 0 && found;
  });
  const held = letters[0]!.reason.startsWith('budget-exceeded') && letters[0]!.payload === '';
  tried.note(`an event of its own: ${letters[0]!.reason}`, held ? 'given up, not kept' : 'kept', held);
};
