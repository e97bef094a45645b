import { contractEvents, policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { issuerSettings } from '@staycover/print';
import { startBatches } from '@staycover/schedules';
import { eventually, fakeClock, startTestService } from '@staycover/testing';
import { compose, createDeps, manifest, receivableWorks } from '../compose.ts';
import { type BillingConfig, type BillingRules, billingRules, paymentSettings } from '../config.ts';
import { followUp } from '../use-cases/follow-up.ts';
import { runDunning } from '../use-cases/run-dunning.ts';
import { startPolicyService } from './policy-service.ts';

export type Billing = Awaited<ReturnType<typeof startBilling>>;

/** The billing service on infrastructure of its own, with a stand-in for the policy service, on 20 November 2026. */
export const startBilling = async (rules: Partial<BillingRules> = {}, settings: Partial<BillingConfig> = {}) => {
  const clock = fakeClock('2026-11-20T09:30:00Z');
  const config = {
    ...billingRules.parse(rules),
    ...paymentSettings.parse({ DUNNING: 'off' }),
    ...issuerSettings.parse({ ISSUED_BY: 'Lighthouse Insurance Ltd' }),
    ...settings,
  };
  const t = await startTestService<BillingConfig>(manifest, compose, { clock, config });
  // What is due when the clock is set happens where a test makes it happen.
  t.service.scheduler.pause(Number.POSITIVE_INFINITY);
  const policies = await startPolicyService(t.nats);
  const deps = createDeps(t.service.platform, { ...config } as BillingConfig);
  const batches = startBatches({ ...deps, works: receivableWorks(deps) });
  const { signal } = new AbortController();
  return {
    ...t,
    clock,
    policies,
    rules: config,
    generate: (policyId: string) => t.http.post(`/api/invoice/generate/${policyId}`),
    move: (id: string, status: string) => t.http.patch(`/api/invoice/${id}/status`, { status }),
    /** All that is unbilled of a policy, on an invoice that is sent. */
    async sent(policyId: string) {
      const { body } = await this.generate(policyId);
      return (await this.move(body.id, 'SENT')).body;
    },
    pay: (organizationId: string, amountPennies: number, ...invoiceIds: string[]) =>
      t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies, invoiceIds }),
    /** An invoice of a new policy, moved through the states. */
    async invoiceIn(...states: string[]) {
      const { status, body } = await this.generate(policies.add());
      if (status !== 201) throw new Error(`No invoice: ${status} ${JSON.stringify(body)}`);
      let invoice = body;
      for (const state of states) invoice = (await this.move(body.id, state)).body;
      return invoice;
    },
    /** Publishes a contract, and waits until the service knows who pays. */
    async knowPayer(organizationId: string, email: string | null, changes: object = {}) {
      const { contract } = contractEvents.contractChanged.example.data;
      const id = newId();
      const changed = { ...contract, id, organizationId, signatoryEmail: email, version: 1, ...changes };
      await t.events.publish(contractEvents.contractChanged, {
        organizationId,
        version: 1,
        contractId: id,
        contract: changed,
      });
      const known = () => t.sql('select from payer_contract where contract_id = $1', [id]);
      await eventually('the payer', async () => (await known()).length > 0);
    },
    /** One run of dunning at the clock's time, as the schedule makes it. */
    dun: () => runDunning(deps, batches, clock(), signal),
    /** The nightly run of credits, as the schedule makes it. */
    credit: () => followUp(deps, batches, 'ALL', signal),
    /** Publishes a policy as it is now, and waits until the service has heard of it. */
    async hearPolicy(policyId: string) {
      const { policy } = policies.snapshot(policyId);
      const { organizationId, version } = policy;
      const data = { organizationId, version, policyId, policy, change: null, changesAhead: [] };
      await t.events.publish(policyEvents.policyChanged, data);
      const heard = () =>
        t.sql('select from billing_calendar where policy_id = $1 and version = $2', [policyId, version]);
      await eventually('billing knows the policy', async () => (await heard()).length > 0);
    },
    /** Publishes that enrollments of a policy changed, and nothing else of it, and waits until the service has heard of it. */
    async hearEnrollments(policyId: string) {
      const { organizationId, version } = policies.snapshot(policyId).policy;
      const { changes } = policyEvents.enrollmentChanged.example.data;
      const data = { organizationId, version, policyId, changes, part: 1, parts: 1 };
      await t.events.publish(policyEvents.enrollmentChanged, data);
      const heard = () =>
        t.sql('select from billing_calendar where policy_id = $1 and heard_version = $2', [policyId, version]);
      await eventually('billing knows of the enrollments', async () => (await heard()).length > 0);
    },
    /** The subjects of what an aggregate announced, in order, without their common parts. */
    async announced(id: string) {
      const rows = await t.sql<{ subject: string }>('select subject from outbox where aggregate_id = $1 order by id', [
        id,
      ]);
      return rows.map(({ subject }) => subject.split('.')[2]);
    },
    async stop() {
      await batches.stop();
      await policies.stop();
      await t.stop();
    },
  };
};
