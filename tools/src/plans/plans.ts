/** A node of a plan as `explain (format json)` prints it. */
export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** What a plan goes through from the first row to the last: a table, or an index of it. */
export type Scan = { table: string; index?: string };

const INDEX_SCANS = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);

/** Nodes that read everything below them, however little is asked of them. */
const READ_ALL = new Set(['Sort', 'Incremental Sort', 'Aggregate', 'Hash', 'ModifyTable']);

/** The full scans of a plan. A limit bounds the scan of an index in the requested order. */
export const wholeScans = (plan: Plan, isLimited = false, above = ''): Scan[] => {
  const { 'Node Type': node, 'Relation Name': table = above, 'Index Name': index, 'Index Cond': condition } = plan;
  const isStopped = node === 'Limit' || (isLimited && !READ_ALL.has(node));
  const below = (plan.Plans ?? []).flatMap((child) => wholeScans(child, isStopped, table));
  if (node === 'Seq Scan') return [{ table }, ...below];
  const isWhole = INDEX_SCANS.has(node) && condition === undefined && !isLimited;
  return isWhole ? [{ table, index: index! }, ...below] : below;
};
