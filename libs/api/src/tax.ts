import { z } from 'zod';
import * as f from './fields.ts';
import { component, schemaExample } from './rules.ts';

export const TaxRateBody = component(
  z.object({
    effectiveFrom: f.calendarDate.meta({ description: 'Applies to lines with a first night on or after this day' }),
    percent: f.rate.max(100).meta({ description: 'Percent of the amount, with up to 4 decimals', example: 5 }),
  }),
  { id: 'TaxRateBody', description: 'A version of a tax rate', example: { effectiveFrom: '2026-11-01', percent: 5 } },
);
export type TaxRateBody = z.infer<typeof TaxRateBody>;

/** The parts of a line that a state can tax. */
export const taxedCategories = ['INSURANCE_PREMIUM', 'PARTNER_FEE', 'SERVICE_FEE'] as const;

export const TaxRateKey = z.object({
  stateCode: f.name
    .regex(/\S/, { error: 'must not be blank' })
    .meta({ description: 'The state of properties, in upper or lower case', example: 'FL' }),
  category: z.enum(taxedCategories).meta({ description: 'The part of a line that is taxed' }),
});

export const TaxRate = component(
  z.object({
    stateCode: f.longText.meta({ description: 'In upper case' }),
    category: f.longText,
    effectiveFrom: f.calendarDate,
    percent: z.number(),
  }),
  {
    id: 'TaxRate',
    description: 'The tax rate of a state for a category, from a day until its next version',
    example: { stateCode: 'FL', category: 'INSURANCE_PREMIUM', ...schemaExample(TaxRateBody) },
  },
);
export type TaxRate = z.infer<typeof TaxRate>;
