import { type CalendarDate, isAfter, isBefore } from '@staycover/kernel';
import type { Amount } from '../amount.ts';
import type { AssessedStay } from './assessed-stay.ts';
import { recogniseTopic } from './questions.ts';

/** A draft claim as input of an assessment: its text is data, never instructions. */
export type AssessedClaim = {
  damageDescription: string;
  damageDate: CalendarDate | null;
  estimateAmount: Amount | null;
  documents: readonly { fileName: string; contentType: string | null }[];
  claimUrls: readonly { url: string; description: string | null }[];
  /** Answer by question. */
  answers: Readonly<Record<string, string>>;
};

export type Evidence = {
  photos: number;
  receipt: boolean;
  policeReport: boolean;
  ageYears: number | null;
  outsideStay: boolean;
  /** Whether the damage is dated on a day that has begun nowhere. */
  ahead: boolean;
};

const IMAGE = /\.(jpe?g|png|heic|heif|webp|gif|mp4|mov|avif)(\?|$)/i;
const RECEIPT = /(?<![a-z])(?:receipt|invoice|bill(?!iard)|quot(?:e|ation)|estimate|order|purchase|proof)/i;
const POLICE_FILE = /police|crime|incident/i;
const POLICE_TEXT =
  /police (?:report|case|file|reference)(?: (?:number|no\.?|nr\.?|#))?[\s:#]*[a-z]{0,4}[-\s]?\d{3,}|(?:reported|filed|report)\b[^.]{0,30}\bpolice/i;
const NO_POLICE = /(?:no|not|without|haven['’]t|didn['’]t|did not|have not)\b[^.]{0,30}\bpolice/i;

/** What the documents, the text and the answers show. */
export const findEvidence = (claim: AssessedClaim, stay: AssessedStay, today: CalendarDate): Evidence => {
  const text = [claim.damageDescription, ...Object.values(claim.answers)].join('\n');
  const names = [
    ...claim.documents.map(({ fileName }) => fileName),
    ...claim.claimUrls.map(({ url, description }) => `${description ?? ''} ${url}`),
  ];
  return {
    photos: countPhotos(claim),
    receipt: names.some((name) => RECEIPT.test(name)) || claim.claimUrls.some(({ url }) => !IMAGE.test(url)),
    policeReport: names.some((name) => POLICE_FILE.test(name)) || (POLICE_TEXT.test(text) && !NO_POLICE.test(text)),
    ageYears: ageIn(claim, today),
    outsideStay: isOutside(claim.damageDate, stay),
    ahead: claim.damageDate !== null && isAfter(claim.damageDate, today.add({ days: 1 })),
  };
};

const countPhotos = ({ documents, claimUrls }: AssessedClaim): number =>
  documents.filter(({ fileName, contentType }) => {
    if (RECEIPT.test(fileName) || POLICE_FILE.test(fileName)) return false;
    return contentType === null ? IMAGE.test(fileName) : /^(?:image|video)\//i.test(contentType);
  }).length + claimUrls.filter(({ url }) => IMAGE.test(url)).length;

const isOutside = (date: CalendarDate | null, { arrivalDate, departureDate }: AssessedStay): boolean =>
  date !== null &&
  ((arrivalDate !== null && isBefore(date, arrivalDate)) || (departureDate !== null && isAfter(date, departureDate)));

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const NUMBER = `(\\d{1,3}(?:\\.\\d)?|${WORDS.slice(1).join('|')}|an?|half a)`;
const SPAN = new RegExp(`\\b${NUMBER}[\\s-]*(years?|yrs?|months?|weeks?)\\b`, 'i');
const AGE = new RegExp(
  `${SPAN.source}[\\s-]*(?:old(?!\\s+(?:child|kid|boy|girl|son|daughter|toddler|guest))|ago|of age|used|in use)`,
  'i',
);
const BOUGHT = /\b(?:bought|purchased|installed|from|since|new in)\b[^.\d]{0,25}\b((?:19|20)\d{2})\b/i;
const NEW = /\b(?:brand[- ]new|bought (?:last|this) (?:week|month)|just bought|(?:almost|nearly) new)\b/i;

const ageIn = ({ damageDescription, answers }: AssessedClaim, today: CalendarDate): number | null => {
  const answered = Object.entries(answers).find(([question]) => recogniseTopic(question) === 'AGE')?.[1];
  const texts = [damageDescription, ...Object.values(answers)];
  const spans = [answered && SPAN.exec(answered), ...texts.map((text) => AGE.exec(text))];
  const span = spans.find((match) => match);
  if (span) return yearsIn(span[1]!, span[2]!);
  if (texts.some((text) => NEW.test(text))) return 0;
  const bought =
    texts.map((text) => BOUGHT.exec(text)).find((match) => match) ??
    (answered && /\b((?:19|20)\d{2})\b/.exec(answered));
  return bought ? Math.max(0, today.year - Number(bought[1])) : null;
};

const yearsIn = (number: string, unit: string): number => {
  const word = number.toLowerCase();
  const count =
    word === 'half a' ? 0.5 : /^an?$/.test(word) ? 1 : WORDS.includes(word) ? WORDS.indexOf(word) : Number(word);
  if (/^y/i.test(unit)) return count;
  return /^m/i.test(unit) ? count / 12 : 0;
};
