/** A table with an audit trail. */
export type Audited = {
  table: string;
  /** What the rows belong to, as operators call it. */
  resource: string;
  /** The column with the resource's id; `id` by default. */
  resourceId?: string;
  /** A jsonb column with members that are recorded like columns. */
  spread?: string;
  /** Columns that make no entry when only they change. */
  unrecorded?: readonly string[];
  /** A boolean column: only rows where it is true are recorded. */
  only?: string;
};

const ALWAYS_UNRECORDED = ['version', 'last_modified_by', 'last_modified_date'];

/**
 * The statements of a migration that put a table under audit: its triggers write in the transaction of the change, so
 * that no use case can forget to.
 */
export const audited = ({
  table,
  resource,
  resourceId = 'id',
  spread = '',
  unrecorded = [],
  only,
}: Audited): string[] => {
  const names = `{${[...ALWAYS_UNRECORDED, ...unrecorded, spread].filter(Boolean).join(',')}}`;
  const audit = `execute function audit_change('${resource}', '${resourceId}', '${spread}', '${names}')`;
  const when = (row: string): string => (only ? `when (${row}.${only})` : '');
  return [
    `create trigger audit_change after insert or update on ${table} for each row ${when('new')} ${audit}`,
    `create trigger audit_removal after delete on ${table} for each row ${when('old')} ${audit}`,
  ];
};
