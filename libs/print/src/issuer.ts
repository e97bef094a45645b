import type { PrintedDocument } from '@staycover/api';
import { readList } from '@staycover/kernel';
import { z } from 'zod';

/** Who documents come from, a setting of the services that print some. */
export const issuerSettings = z.object({
  ISSUED_BY: z
    .string()
    .max(500)
    .default('')
    .transform((text) => readList(text, '|'))
    .describe('Who issues documents, as they begin: name, address, tax number; lines are separated by `|`.'),
});

export type Issuer = { ISSUED_BY?: PrintedDocument['issuer'] };

/** A document without its issuer. */
export type Layout = Omit<PrintedDocument, 'issuer'>;

/** The document, with who issues it. */
export const issuedBy = ({ ISSUED_BY: issuer = [] }: Issuer, layout: Layout): PrintedDocument => ({
  ...layout,
  issuer,
});
