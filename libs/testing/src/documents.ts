import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncApiDocument, openApiDocument } from '@staycover/documents';

const publicUrl = 'http://localhost';
const make = {
  openapi: () => openApiDocument({ publicUrl }),
  asyncapi: () => asyncApiDocument({ publicUrl, natsHost: 'localhost' }),
};

type Documents = { [Name in keyof typeof make]: Awaited<ReturnType<(typeof make)[Name]>> };

const documentFile = (folder: string, name: keyof Documents): string => join(folder, `${name}.json`);

/** Prints the documents for all suites of a run: making one takes longer than most suites. */
export const printDocuments = async (folder: string): Promise<void> => {
  for (const name of Object.keys(make) as (keyof Documents)[])
    await writeFile(documentFile(folder, name), JSON.stringify(await make[name]()));
};

/** A document as the run of tests has printed it into the folder `TEST_DOCUMENTS`. */
export const printedDocument = <Name extends keyof Documents>(name: Name): Documents[Name] =>
  JSON.parse(readFileSync(documentFile(process.env['TEST_DOCUMENTS']!, name), 'utf8')) as Documents[Name];

/** A printed document, or a new one where none was printed. */
export const loadDocument = async <Name extends keyof Documents>(name: Name): Promise<Documents[Name]> =>
  process.env['TEST_DOCUMENTS'] ? printedDocument(name) : ((await make[name]()) as Documents[Name]);
