import { type CalendarDate, DomainError, jsonBytes, type Rate } from '@staycover/kernel';

export type ClaimDocument = {
  fileName: string;
  storageKey: string | null;
  publicUrl: string | null;
  contentType: string | null;
  fileSize: number | null;
  uploadedAt: string | null;
};

/** The default document. */
export const emptyDocument: ClaimDocument = {
  fileName: '',
  storageKey: null,
  publicUrl: null,
  contentType: null,
  fileSize: null,
  uploadedAt: null,
};

export type ClaimUrl = { url: string; description: string | null };

export const emptyUrl: ClaimUrl = { url: '', description: null };

/** What of the cover a claim is about. */
export type CoverageType = 'CONTENTS' | 'DWELLING' | 'LIABILITY';

/** The claimant's statement and evidence. */
export type ClaimContent = {
  damageDate: CalendarDate | null;
  damageDescription: string;
  /** In ten-thousandths of a major unit; a claim names no currency. */
  estimateAmount: Rate | null;
  /** Kind of thing that was damaged, as policies name their categories. */
  category: string | null;
  coverageType: CoverageType;
  documents: ClaimDocument[];
  claimUrls: ClaimUrl[];
  /** Answer by question. */
  followupAnswers: Record<string, string>;
};

/** What a statement has where its sender states nothing. */
export const emptyContent: Omit<ClaimContent, 'damageDescription'> = {
  damageDate: null,
  estimateAmount: null,
  category: null,
  coverageType: 'CONTENTS',
  documents: [],
  claimUrls: [],
  followupAnswers: {},
};

const MAX_DOCUMENTS = 200;
const MAX_URLS = 100;
const MAX_ANSWERS = 50;
/** An event takes 256 KiB and carries these texts; the rest is for what becomes of the claim. */
const MAX_TEXT_BYTES = 192 * 1024;
/** No event carries them, but each change of them stays in the audit trail. */
const MAX_DOCUMENT_BYTES = 512 * 1024;

/**
 * The content of a claim after an update: single values are replaced, documents, addresses and answers are added. Its faults
 * are at `pointer`.
 * @throws DomainError `invalid-request` or `payload-too-large` when it would carry too much.
 */
export const amendContent = (content: ClaimContent, update: Partial<ClaimContent>, pointer: string): ClaimContent => {
  const { documents = [], claimUrls = [], followupAnswers = {}, ...values } = update;
  const amended = {
    ...content,
    ...values,
    documents: added(content.documents, documents, documentKey),
    claimUrls: added(content.claimUrls, claimUrls, ({ url }) => url),
    followupAnswers: { ...content.followupAnswers, ...followupAnswers },
  };
  assertFits(amended, pointer);
  return amended;
};

const documentKey = ({ storageKey, publicUrl, fileName }: ClaimDocument): string => storageKey || publicUrl || fileName;

/** Entries with more, these in the place of those with their key; a sender may state several of one key. */
const added = <T>(before: readonly T[], more: readonly T[], getKey: (entry: T) => string): T[] => {
  const stated = Map.groupBy(more, getKey);
  return [...new Set([...before.flatMap((entry) => stated.get(getKey(entry)) ?? [entry]), ...more])];
};

/** @throws DomainError `invalid-request`, `payload-too-large` when its events could not be published. */
export const assertFits = (content: ClaimContent, pointer: string): void => {
  const { damageDescription, documents, claimUrls, followupAnswers } = content;
  if (jsonBytes({ damageDescription, claimUrls, followupAnswers }) > MAX_TEXT_BYTES) {
    const detail = `Description, addresses and answers of a claim take ${MAX_TEXT_BYTES / 1024} KiB at most.`;
    throw new DomainError('payload-too-large', detail);
  }
  if (jsonBytes(documents) > MAX_DOCUMENT_BYTES) {
    const detail = `What is known of the documents of a claim takes ${MAX_DOCUMENT_BYTES / 1024} KiB at most.`;
    throw new DomainError('payload-too-large', detail);
  }
  const faults = [
    { member: 'documents', count: documents.length, max: MAX_DOCUMENTS },
    { member: 'claimUrls', count: claimUrls.length, max: MAX_URLS },
    { member: 'followupAnswers', count: Object.keys(followupAnswers).length, max: MAX_ANSWERS },
  ].filter(({ count, max }) => count > max);
  if (faults.length === 0) return;
  throw DomainError.invalid(
    faults.map(({ member, count, max }) => ({
      pointer: `${pointer}/${member}`,
      detail: `would make ${count} on the claim, at most ${max} fit`,
    })),
  );
};
