import { type Billing, startBilling } from '../services/billing/src/testing/billing.ts';
import setUp from '../tools/src/testing/global-setup.ts';
import tearDown from '../tools/src/testing/global-teardown.ts';

type Figures = { properties: number } & Record<string, number>;

/** Seconds of each step of one invoice with many properties, from its draft to the credit that is voided. */
export const invoice = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [3, 1_000, 10_000];
  // The servers that specs run on; the first worker's account of NATS.
  await setUp();
  process.env['JEST_WORKER_ID'] ??= '1';
  const billing = await startBilling();
  try {
    const figures: Figures[] = [];
    for (const properties of sizes) figures.push(await measure(billing, properties));
    console.table(figures);
    return figures;
  } finally {
    await billing.stop();
    await tearDown();
  }
};

const measure = async (t: Billing, properties: number): Promise<Figures> => {
  const enrollments = Array.from({ length: properties }, (_, i) => ({ propertyId: `property-${i}` }));
  const policyId = t.policies.add({ enrollments });
  const figures: Figures = { properties };
  const timed = async (step: string, ask: () => ReturnType<Billing['generate']>) => {
    const started = performance.now();
    const { status, body } = await ask();
    figures[step] = Math.round(performance.now() - started) / 1_000;
    if (status > 201) throw new Error(`${step} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const generate = () => t.generate(policyId);
  const { id } = await timed('generate', generate);
  await timed('again', generate);
  t.policies.change(policyId, { policy: { ratePerNight: 4 } });
  await timed('refresh', generate);
  await timed('send', () => t.move(id, 'SENT'));
  await timed('pay', () => t.move(id, 'PAID'));
  t.policies.change(policyId, { coverageEndsOn: '2026-11-21' });
  const credit = await timed('credit', generate);
  await timed('void', () => t.move(credit.id, 'VOID'));
  return figures;
};
