import type { PrintedDocument } from '@staycover/api';
import { preferredType, type RouteAnswer } from '@staycover/http';
import { slice } from '@staycover/kernel';
import { documentHtml } from './html.ts';

/** The media types of documents besides JSON. */
const TYPES = ['application/json', 'text/html', 'application/pdf'] as const;

/** A resource as its reader prefers it: as JSON, or its document as a page or a PDF. */
export const represent = async (
  accept: string | undefined,
  { json, print }: { json: () => Promise<RouteAnswer>; print: () => Promise<PrintedDocument> },
): Promise<RouteAnswer> => {
  const headers = { Vary: 'Accept' };
  const type = preferredType(TYPES, accept);
  if (type === 'application/json') return { ...(await json()), headers };
  const printed = await print();
  if (type === 'application/pdf') {
    const { documentPdf } = await loadPdf();
    return { content: { type, body: await documentPdf(printed) }, headers };
  }
  return { content: { type: `${type}; charset=utf-8`, body: await documentHtml(printed) }, headers };
};

/** It takes a tenth of a second to load, and 40 modules: not at every start. pdfkit's fonts, the most of it, come first. */
const loadPdf = async () => {
  await slice();
  await import('fontkit');
  await slice();
  return import('./pdf.ts');
};
