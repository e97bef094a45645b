import type { EntityMetadata, EntityProperty, Platform } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';

/** A column of an entity's table, and how its values go to and fro. */
type Column = {
  /** The member of the state. */
  member: string;
  name: string;
  isKey: boolean;
  /** As text for `json_populate_record`. */
  print(value: unknown): string;
  read(stored: unknown): unknown;
};

/** A table as its entity declares it: the only mapping there is. */
export type Table = { name: string; columns: Column[]; columnName(member: string): string };

/** Compiles the metadata of an entity that the ORM has discovered. */
export const describeTable = (orm: MikroORM, entityName: string, defaults: Record<string, object>): Table => {
  const metadata = [...orm.getMetadata().getAll().values()].find(({ name }) => name === entityName);
  if (!metadata) throw new Error(`${entityName} is no entity of this database.`);
  const columns = persisted(metadata).map((property) => describeColumn(property, orm.em.getPlatform(), defaults));
  const names = new Map(columns.map(({ member, name }) => [member, name]));
  return { name: metadata.tableName, columns, columnName: (member) => names.get(member)! };
};

const persisted = (metadata: EntityMetadata): EntityProperty[] =>
  (Object.values(metadata.properties) as EntityProperty[]).filter(({ persist }) => persist !== false);

const describeColumn = (property: EntityProperty, platform: Platform, defaults: Record<string, object>): Column => {
  const { name: member, customType } = property;
  const isJson = property.columnTypes[0] === 'jsonb';
  const whole = defaults[member];
  return {
    member,
    name: property.fieldNames[0]!,
    isKey: property.primary === true,
    print(value) {
      if (value === null || value === undefined) return 'null';
      const stored: unknown = customType ? customType.convertToDatabaseValue(value, platform) : value;
      return isJson ? String(stored) : JSON.stringify(stored);
    },
    read(stored) {
      const value: unknown = customType ? customType.convertToJSValue(stored, platform) : stored;
      if (!whole || value === null) return value;
      const filled = (entry: object) => ({ ...whole, ...entry });
      return Array.isArray(value) ? value.map(filled) : filled(value as object);
    },
  };
};

/** A row as JSON text, for `json_populate_record`. */
export const printRow = ({ columns }: Table, state: object): string =>
  `{${columns.map(({ name, member, print }) => `"${name}":${print((state as Record<string, unknown>)[member])}`).join(',')}}`;

/** The state that a row of the table holds. */
export const readRow = <State>({ columns }: Table, row: Record<string, unknown>): State =>
  Object.fromEntries(columns.map(({ name, member, read }) => [member, read(row[name])])) as State;
