/** A table whose changes go into the audit trail. */
export type Audited = {
  table: string;
  /** What the rows belong to, as operators call it. */
  resource: string;
  /** The column with the resource's id; `id` unless told. */
  resourceId?: string;
  /** A jsonb column whose members are told of as if they were columns. */
  spread?: string;
  /** Columns whose change alone is no news. */
  untold?: readonly string[];
  /** A boolean column: only rows that have it true are told of. */
  only?: string;
};

const ALWAYS_UNTOLD = ['version', 'last_modified_by', 'last_modified_date'];

/**
 * The statements of a migration that put a table under audit: its triggers write in the transaction of the change, so
 * that no use case can forget to.
 */
export const audited = ({ table, resource, resourceId = 'id', spread = '', untold = [], only }: Audited): string[] => {
  const names = `{${[...ALWAYS_UNTOLD, ...untold, spread].filter(Boolean).join(',')}}`;
  const audit = `execute function audit_change('${resource}', '${resourceId}', '${spread}', '${names}')`;
  const when = (row: string): string => (only ? `when (${row}.${only})` : '');
  return [
    `create trigger audit_change after insert or update on ${table} for each row ${when('new')} ${audit}`,
    `create trigger audit_removal after delete on ${table} for each row ${when('old')} ${audit}`,
  ];
};
