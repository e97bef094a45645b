import { Fault, fields } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';
import type { Publisher } from './envelope.ts';
import { publishers } from './envelope.ts';

const data = z.object({
  ...aggregate,
  id: fields.longText.meta({ description: "The rejected event's id" }),
  source: fields.longText.meta({ description: "The rejected event's source" }),
  type: fields.longText.nullable().meta({ description: "The rejected event's type" }),
  errors: fields.longList(Fault),
});

const define = (service: Publisher) =>
  defineEvent(service, {
    name: 'event-rejected',
    summary: 'An event was not processed; an operator may still replay it. This is the answer to its sender',
    data,
    aggregateId: '01a1f84a-95c4-771c-8bb4-1c3a33e91e63',
    example: {
      organizationId: 'acme-stays',
      version: 1,
      id: 'evt-77120',
      source: 'https://crm.acme-stays.example',
      type: 'insurance.inbound.deal-closed.v1',
      errors: [{ pointer: '/data/crmDealId', detail: 'is needed' }],
    },
  });

/** The event-rejected of each service except `insight`, which stores every event and rejects none. */
export const eventRejections = publishers.filter((publisher) => publisher !== 'insight').map(define);

/** The event-rejected of a service. */
export const eventRejected = (service: string) => eventRejections.find((event) => event.service === service)!;
