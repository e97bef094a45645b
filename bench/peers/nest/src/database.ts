import type { Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { ColumnOptions } from 'typeorm';

/** A schema for each service, with tables made from its entities. */
export const database = (schema: string, entities: Type[]) =>
  TypeOrmModule.forRoot({
    type: 'postgres',
    url: process.env['DATABASE_URL']!,
    schema,
    entities,
    synchronize: true,
    logging: ['error', 'warn'],
    poolSize: 10,
    installExtensions: false,
  });

/** PostgreSQL's numeric comes as text. */
export const numeric = (): ColumnOptions => ({
  type: 'numeric',
  precision: 14,
  scale: 4,
  nullable: true,
  transformer: {
    to: (value: number | null) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
});
