import { Type } from '@mikro-orm/core';

type JsonType<T> = new () => Type<T, string | null>;

/** A `jsonb` column of values that JSON alone cannot carry. */
export const jsonType = <T, Row>(write: (value: T) => Row, read: (row: Row) => T): JsonType<T> =>
  class extends Type<T, string | null> {
    override convertToDatabaseValue(value: T): string | null {
      return value === null ? null : JSON.stringify(write(value));
    }

    override convertToJSValue(stored: string | Row | null): T {
      return (stored === null ? null : read(typeof stored === 'string' ? JSON.parse(stored) : stored)) as T;
    }

    override getColumnType(): string {
      return 'jsonb';
    }

    override compareAsType(): string {
      return 'string';
    }
  };
