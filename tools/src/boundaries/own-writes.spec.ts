import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { onTheSeam } from './on-the-seam.ts';
import { aggregateTables, ownWrites } from './own-writes.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('a service that changes its state only through libs/change', () => {
  test.each([
    ['a write of its table', "query(tx, 'update contract set status = $1')"],
    ['a new row', 'execute(tx, `insert into contract (id) values ($1)`)'],
    ['a removal', 'delete from contract where true'],
    ['a transaction of its own', 'database.transaction((tx) => tx)'],
    ['an event of its own', 'appendEvents(tx, [])'],
  ])('may not have %s', (_what, source) => {
    expect(ownWrites('x.ts', source, ['contract'])).toHaveLength(1);
  });

  test.each([['select id from contract'], ['update contract_note set text = $1'], ['inTransaction(database, work)']])(
    'may have %j',
    (source) => {
      expect(ownWrites('x.ts', source, ['contract'])).toEqual([]);
    },
  );

  test.each(onTheSeam)('%s has none', (service) => {
    const folder = join(root, 'services', service, 'src');
    const tables = aggregateTables(readFileSync(join(folder, 'db/entities.ts'), 'utf8'));
    const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.spec\.ts$|migrations|testing/.test(file));
    expect(tables.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => ownWrites(file, readFileSync(join(folder, file), 'utf8'), tables))).toEqual([]);
  });
});
