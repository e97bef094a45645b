import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { undergo } from './fault.ts';
import { faults } from './faults.ts';
import { type Stage, setStage } from './stage.ts';

jest.setTimeout(300_000);

const CUSTOMERS = 3;
const CHOSEN = ['1-killed', '4-nats-killed', '7-postgres-restart'];

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage?.stop());

// A little of what `npm run test:faults` does in full.
describe('under a load of deals, elections, rates, invoices, payments and renewals', () => {
  const chosen = faults.filter(({ id }) => CHOSEN.includes(id)).map((fault) => [fault.what, fault] as const);

  test.each(chosen)('nothing is lost and nothing is there twice after: %s', async (_what, fault) => {
    const { lost, doubled, wrong, accepted } = await undergo(stage, fault, (_full, brief) => brief, CUSTOMERS);
    expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
    expect(accepted).toBeGreaterThan(20);
  });
});
