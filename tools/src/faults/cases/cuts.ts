import { setTimeout as delay } from 'node:timers/promises';
import { measureAvailability } from '../commander.ts';
import { eventsFlow, type Fault, flows } from '../fault.ts';
import type { Stage } from '../stage.ts';

const SERVICES = ['policy', 'contract', 'billing', 'renewal', 'claims'];

/** A process of each service and what it reaches, and the gateways and what they reach. */
const pairs = SERVICES.flatMap((service) => [
  [service, 'postgres'],
  [service, 'nats'],
  ['gateway', service],
]);

/** Neither side hears of the other for a while; then the connections break, and new ones may be made. */
const cutFor = async ({ wires }: Stage, [from, to]: readonly string[], ms: number, meanwhile: () => Promise<void>) => {
  const ways = wires!.between(from!, to!);
  ways.forEach((way) => way.hold('requests', 'answers'));
  try {
    await Promise.all([meanwhile(), delay(ms)]);
  } finally {
    ways.forEach((way) => {
      way.reset();
      way.release();
    });
  }
};

const cut: Fault = {
  id: '26-cut',
  what: 'a network that drops every packet between one process and PostgreSQL, NATS or a gateway, each in turn',
  replicated: true,
  wired: true,
  async run(stage, load, scale) {
    for (const pair of pairs) {
      await cutFor(stage, pair, scale(10_000, 3_000), () => flows(load));
      await stage.ready();
      await eventsFlow(stage, pair[0]!);
    }
    return `${pairs.length} cuts, and commands went on during each; ${(measureAvailability(load.commander) * 100).toFixed(2)} % answered`;
  },
};

export const cutFaults = [cut];
