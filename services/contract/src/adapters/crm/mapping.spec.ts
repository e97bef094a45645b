import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { crmMappings } from './mapping.ts';

const read = (fields: Record<string, string>) => {
  const mapping = JSON.parse(readFileSync(join(import.meta.dirname, '../../../crm-mapping.json'), 'utf8'));
  Object.assign(mapping.pipedrive.fields, fields);
  return crmMappings.safeParse(mapping);
};

describe('the mapping of CRM fields', () => {
  test.each(['notes', 'policy.name', 'policy.coverage.deductible', 'policy.supportedStates'])('takes %s', (field) => {
    expect(read({ [field]: 'x' }).success).toBe(true);
  });

  test.each(['baseRatePerNigth', 'policy.ratePerNite', 'policy.termStart', 'notes.long', 'policy.__proto__', ''])(
    'refuses %j, which is no field of a deal, and names it',
    (field) => {
      expect(read({ [field]: 'x' }).error?.issues).toMatchObject([{ path: ['pipedrive', 'fields', field] }]);
    },
  );
});
