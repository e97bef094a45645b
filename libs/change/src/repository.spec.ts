import { expect, test } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns } from '@staycover/db';
import type { Aggregate } from '@staycover/kernel';
import { repository } from './repository.ts';

type Boat = Aggregate & { name: string };

const announcements = { 'boat-built': () => [] };
const common = { resource: 'boat', announcements } as const;
const Named = defineEntity({ name: 'Named', tableName: 'boat', properties: { ...aggregateColumns(), name: p.text() } });
const Nameless = defineEntity({ name: 'Nameless', tableName: 'boat', properties: aggregateColumns() });

test('an entity without a column for a member of the state does not compile', () => {
  const whole = () => repository<Boat, { type: 'boat-built' }>({ ...common, entity: Named });
  // @ts-expect-error `name` has no column.
  const partial = () => repository<Boat, { type: 'boat-built' }>({ ...common, entity: Nameless });
  expect([whole().resource, partial().resource]).toEqual(['boat', 'boat']);
});
