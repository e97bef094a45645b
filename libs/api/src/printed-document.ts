import { z } from 'zod';
import * as f from './fields.ts';
import { personal } from './personal-data.ts';
import { component } from './rules.ts';

const Pair = z.object({ name: f.longText, value: f.longText });

const Table = z.object({
  columns: f.longList(f.longText),
  groups: f.longList(
    z.object({
      name: f.longText.nullable(),
      total: f.longText.nullable(),
      lines: f.longList(f.longList(f.longText)).meta({ description: 'A text for each column' }),
    }),
  ),
});

export const PrintedDocument = component(
  z.object({
    title: f.longText,
    reference: f.longText,
    notice: f.longText.nullable().meta({ description: 'What the reader must know first' }),
    issuer: f.longList(f.longText).meta({ description: 'Who issues it; empty where `ISSUED_BY` is not set' }),
    ...personal({ party: f.longList(f.longText).meta({ description: 'For whom it is' }) }),
    facts: f.longList(Pair),
    tables: f.longList(Table),
    sums: f.longList(f.longList(Pair)).meta({ description: 'The last of the last list is what counts' }),
    remarks: f.longList(f.longText),
  }),
  {
    id: 'PrintedDocument',
    description: 'A document as people read it. All values are texts, amounts in the format of the currency',
    example: {
      title: 'Certificate of insurance',
      reference: 'POL-2026-000123',
      notice: null,
      issuer: ['Staycover Insurance Ltd', '1 Lighthouse Road, Bristol BS1 4ST'],
      party: ['Acme Stays LLC', '12 Harbor Street, Miami, FL 33101'],
      facts: [
        { name: 'As of', value: 'November 20, 2026' },
        { name: 'Term', value: 'November 1, 2026 – October 31, 2027' },
      ],
      tables: [
        {
          columns: ['Coverage', 'Limit'],
          groups: [{ name: null, total: null, lines: [['Liability', '$1,000,000.00']] }],
        },
      ],
      sums: [],
      remarks: ['It changes nothing of the policy.'],
    },
  },
);
export type PrintedDocument = z.infer<typeof PrintedDocument>;
