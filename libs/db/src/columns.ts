import { p, Type } from '@mikro-orm/core';
import { calendarDate, remembering, timestamp } from '@staycover/kernel';

class CalendarDateType extends Type<Temporal.PlainDate | null, string | null> {
  override convertToDatabaseValue(value: Temporal.PlainDate | null): string | null {
    return value === null || value === undefined ? null : value.toString();
  }

  override convertToJSValue(value: string | null): Temporal.PlainDate | null {
    return value === null || value === undefined ? null : calendarDate(value);
  }

  override getColumnType(): string {
    return 'date';
  }

  override compareAsType(): string {
    return 'string';
  }
}

class InstantType extends Type<Temporal.Instant | null, string | null> {
  override convertToDatabaseValue(value: Temporal.Instant | null): string | null {
    return value === null || value === undefined ? null : value.toString();
  }

  override convertToJSValue(value: string | null): Temporal.Instant | null {
    return value === null || value === undefined ? null : instantFromSql(value);
  }

  override getColumnType(): string {
    return 'timestamptz';
  }

  override compareAsType(): string {
    return 'string';
  }
}

/** PostgreSQL prints `2026-11-20 09:30:00.123+00`; Temporal wants `T` and full offsets. */
export const instantFromSql: (text: string) => Temporal.Instant = remembering((text) =>
  Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')),
);

/** `instantFromSql`, of what may be missing. */
export const instantFromSqlIfAny = (text: string | null): Temporal.Instant | null =>
  text === null ? null : instantFromSql(text);

/** A moment as PostgreSQL prints it, as the API has it. */
export const timestampFromSql = (text: string): string => timestamp(instantFromSql(text));

/** A `date` column holding a Temporal.PlainDate. */
export const dateColumn = () => p.type(CalendarDateType).$type<Temporal.PlainDate>();

/** A `timestamptz` column holding a Temporal.Instant. */
export const instantColumn = () => p.type(InstantType).$type<Temporal.Instant>();

/** A `bigint` column holding minor units or a rate. */
export const moneyColumn = () => p.bigint('bigint');

/** A `jsonb` column of the given shape. */
export const jsonColumn = <T>() => p.json<T>();

/** What every aggregate's table has; `version` starts at 1 and grows by one per stored change. */
export const aggregateColumns = () => ({
  id: p.uuid().primary(),
  organizationId: p.text(),
  createdBy: p.text(),
  createdDate: instantColumn(),
  lastModifiedBy: p.text(),
  lastModifiedDate: instantColumn(),
  version: p.integer().version(),
});
