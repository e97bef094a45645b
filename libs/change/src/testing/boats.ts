import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, audited, dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import {
  type Aggregate,
  authored,
  type Context,
  changed,
  created,
  type Decision,
  DomainError,
  type Instant,
  unchanged,
} from '@staycover/kernel';
import { type Announcements, announce, ownedRows, projection, repository } from '../index.ts';

/** An aggregate to show with: a boat that is painted and launched. */
export type Boat = Aggregate & {
  name: string;
  colour: string;
  price: bigint | null;
  builtOn: Temporal.PlainDate;
  isLaunched: boolean;
  details: { sails: number; anchor: string | null };
  lookAgainOn: Temporal.PlainDate | null;
};

export type BoatEvent = { type: 'built' } | { type: 'painted'; previousColour: string } | { type: 'launched' };

export const build = (name: string, organizationId: string, context: Context): Decision<Boat, BoatEvent> =>
  created(
    {
      id: context.newId(),
      organizationId,
      name,
      colour: 'white',
      price: 9_007_199_254_740_993n,
      builtOn: Temporal.PlainDate.from('2026-11-20'),
      isLaunched: false,
      details: { sails: 2, anchor: `"heavy" \\ and ünicode` },
      lookAgainOn: null,
      ...authored(context),
    },
    { type: 'built' },
  );

export const paint = (boat: Boat, colour: string): Decision<Boat, BoatEvent> => {
  if (boat.isLaunched) throw new DomainError('contract-final', 'A boat in the water cannot be painted.');
  return changed(boat, { colour }, { type: 'painted', previousColour: boat.colour });
};

export const addSail = (boat: Boat): Decision<Boat, BoatEvent> =>
  changed<Boat, BoatEvent>(
    boat,
    { details: { ...boat.details, sails: boat.details.sails + 1 } },
    { type: 'painted', previousColour: boat.colour },
  );

export const launch = (boat: Boat): Decision<Boat, BoatEvent> =>
  boat.isLaunched
    ? unchanged(boat)
    : changed<Boat, BoatEvent>(
        boat,
        { isLaunched: true },
        { type: 'painted', previousColour: boat.colour },
        { type: 'launched' },
      );

const { contract } = contractEvents.contractChanged.example.data;
const toEventData = ({ id, organizationId, version }: Boat) => ({
  organizationId,
  version,
  contractId: id,
  contract: { ...contract, id, organizationId, version },
});

const announcements: Announcements<Boat, BoatEvent> = {
  built: announce(contractEvents.contractChanged, toEventData),
  painted: announce(contractEvents.contractStatusChanged, (boat, _event) => ({
    ...toEventData(boat),
    contract: { ...toEventData(boat).contract, notes: boat.colour },
    previousStatus: 'DRAFT' as const,
  })),
  launched: announce(contractEvents.contractChanged, toEventData),
};

export const BoatEntity = defineEntity({
  name: 'Boat',
  tableName: 'boat',
  properties: {
    ...aggregateColumns(),
    name: p.text(),
    colour: p.text(),
    price: moneyColumn().strictNullable(),
    builtOn: dateColumn(),
    isLaunched: p.boolean(),
    details: jsonColumn<Boat['details']>(),
    lookAgainOn: dateColumn().strictNullable(),
  },
});

export const boats = repository<Boat, BoatEvent>({
  resource: 'boat',
  entity: BoatEntity,
  announcements,
  conflict: ['organizationId', 'name'],
  defaults: { details: { sails: 1, anchor: null } },
  notes: ['lookAgainOn'],
});

/** A night that a boat was out: rows that belong to it. */
export type Trip = { startedOn: Temporal.PlainDate; miles: bigint | null; crew: string[]; endedAt: Instant };

export const TripEntity = defineEntity({
  name: 'Trip',
  tableName: 'trip',
  properties: {
    boatId: p.uuid().primary(),
    startedOn: dateColumn().primary(),
    miles: moneyColumn().strictNullable(),
    crew: jsonColumn<string[]>(),
    endedAt: instantColumn(),
  },
});

export const trips = ownedRows<Trip, { boatId: string }>(TripEntity, ['boatId']);

export type Owner = { boatId: string; version: number; name: string; firstSeen: string; nextVisit: string | null };

export const owners = projection<Owner>('owner', {
  boatId: 'key',
  version: 'version',
  name: 'value',
  firstSeen: 'once',
  nextVisit: 'fill',
});

export const boatTables = [
  `create table boat (
    id uuid primary key, organization_id text not null, name text not null, colour text not null, price bigint,
    built_on date not null, is_launched boolean not null, details jsonb not null, look_again_on date, created_by text not null,
    created_date timestamptz not null, last_modified_by text not null, last_modified_date timestamptz not null,
    version int not null, unique (organization_id, name), check (colour <> 'plaid'))`,
  ...audited({ table: 'boat', resource: 'boat', spread: 'details', unrecorded: ['look_again_on'] }),
  `create table trip (boat_id uuid, started_on date, miles bigint, crew jsonb not null, ended_at timestamptz not null,
    primary key (boat_id, started_on))`,
  `create table owner (boat_id uuid primary key, version int not null, name text, first_seen text, next_visit date)`,
];
