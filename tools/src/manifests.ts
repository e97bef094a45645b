import { manifest as billing } from '@staycover/billing-service';
import { manifest as claims } from '@staycover/claims-service';
import { manifest as contract } from '@staycover/contract-service';
import { publishers as services } from '@staycover/events';
import { manifest as insight } from '@staycover/insight-service';
import { type DurableConsumer, durableConsumer, durableFollower } from '@staycover/messaging';
import { manifest as policy } from '@staycover/policy-service';
import { manifest as renewal } from '@staycover/renewal-service';
import type { Manifest } from '@staycover/service';

/** Every service with a schema, as provisioning sees it. */
export const manifests: readonly Manifest[] = [contract, policy, billing, renewal, claims, insight];

/** Who publishes: the services, and other systems through the inbound stream. */
export const publishers: readonly string[] = [...services, 'inbound'];

/** Who handles which event. */
export const consumers = manifests.flatMap(({ name, consumes }) => consumes.map((event) => ({ service: name, event })));

export type ServiceConsumer = DurableConsumer & { service: string };

/** Whole streams that a service follows. */
export const followers: readonly ServiceConsumer[] = manifests.flatMap(({ name, follows = [] }) =>
  follows.map((publisher) => ({ service: name, ...durableFollower(name, publisher) })),
);

/** Every durable consumer of our services. */
export const durables: readonly ServiceConsumer[] = [
  ...consumers.map(({ service, event }) => ({ service, ...durableConsumer(service, event) })),
  ...followers,
];
