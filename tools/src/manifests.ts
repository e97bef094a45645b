import { manifest as billing } from '@staycover/billing-service';
import { manifest as claims } from '@staycover/claims-service';
import { manifest as contract } from '@staycover/contract-service';
import { manifest as policy } from '@staycover/policy-service';
import { manifest as renewal } from '@staycover/renewal-service';
import type { Manifest } from '@staycover/service';

/** Every service with a schema, as provisioning sees it. */
export const manifests: readonly Manifest[] = [contract, policy, billing, renewal, claims];

/** Who publishes: the services, and other systems through the inbound stream. */
export const publishers: readonly string[] = [...manifests.map(({ name }) => name), 'inbound'];

/** Every durable consumer. */
export const consumers = manifests.flatMap(({ name, consumes }) => consumes.map((event) => ({ service: name, event })));
