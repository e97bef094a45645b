import type { CalendarDate } from '@staycover/kernel';
import { type Amount, amountText } from '../amount.ts';
import type { AssessedStay } from './assessed-stay.ts';
import { type AssessedClaim, type Evidence, findEvidence } from './evidence.ts';
import { questionsFor } from './questions.ts';
import { payable, suggestRange, usualRange, worthLeft } from './range.ts';
import { type Recognised, recognise } from './recognise.ts';
import type { AssessmentResult, Confidence, Flag } from './result.ts';

export type Inputs = { claim: AssessedClaim; stay: AssessedStay; today: CalendarDate };

/** How often the usual cost an estimate may be before it needs explaining. */
const UNUSUAL = 3n;
const SHORTEST = 12;

/** The embedded rules: what to ask next, a preliminary range and how sure it is. A pure function of its inputs. */
export const assessByRules = ({ claim, stay, today }: Inputs): AssessmentResult => {
  const recognised = recognise(claim.damageDescription);
  const evidence = findEvidence(claim, stay, today);
  const flags = raiseFlags(claim, stay, recognised, evidence);
  const { min, max } = suggestRange(recognised.kind, claim.estimateAmount, evidence, stay);
  const confidence = rateConfidence(flags, evidence);
  return {
    questions: questionsFor({
      text: claim.damageDescription,
      recognised,
      flags,
      answers: claim.answers,
      stay: stayText(stay),
      payable: amountText(payableLimit(stay), stay.currency),
    }),
    min,
    max,
    confidence,
    reasoning: explainReasoning({ claim, stay, recognised, evidence, flags }),
    flags,
  };
};

const payableLimit = (stay: AssessedStay): Amount => (stay.cover === null ? 0n : payable(stay.cover, stay));

const raiseFlags = (claim: AssessedClaim, stay: AssessedStay, { kind }: Recognised, evidence: Evidence): Flag[] => {
  const { estimateAmount: estimate } = claim;
  const { cover } = stay;
  const conditions: [Flag, boolean][] = [
    ['COVER_UNKNOWN', cover === null],
    ['NO_COVER', cover !== null && payableLimit(stay) === 0n],
    ['DESCRIPTION_UNCLEAR', kind.name === 'OTHER' || claim.damageDescription.trim().length < SHORTEST],
    ['DATE_MISSING', claim.damageDate === null],
    ['DATE_OUTSIDE_STAY', evidence.outsideStay],
    ['DATE_AHEAD', evidence.ahead && !evidence.outsideStay],
    ['POLICE_REPORT_MISSING', kind.name === 'THEFT' && !evidence.policeReport],
    ['PHOTOS_MISSING', evidence.photos === 0],
    ['ESTIMATE_MISSING', estimate === null],
    ['ESTIMATE_ABOVE_COVER', payableLimit(stay) > 0n && estimate !== null && estimate > cover!],
    ['ESTIMATE_UNUSUAL', estimate !== null && !evidence.receipt && estimate > UNUSUAL * usualRange(kind)[1]],
    ['RECEIPT_MISSING', !evidence.receipt],
    ['AGE_UNKNOWN', kind.lifeYears !== null && evidence.ageYears === null],
  ];
  return conditions.filter(([, holds]) => holds).map(([flag]) => flag);
};

/** High when the cover pays nothing, low while it is unknown; otherwise by the evidence. */
const rateConfidence = (flags: readonly Flag[], { photos, receipt }: Evidence): Confidence => {
  const has = (...some: Flag[]): boolean => some.some((flag) => flags.includes(flag));
  if (has('NO_COVER')) return 'HIGH';
  if (has('COVER_UNKNOWN')) return 'LOW';
  if (
    has(
      'DESCRIPTION_UNCLEAR',
      'DATE_OUTSIDE_STAY',
      'DATE_AHEAD',
      'ESTIMATE_MISSING',
      'ESTIMATE_UNUSUAL',
      'POLICE_REPORT_MISSING',
    )
  )
    return 'LOW';
  if (flags.every((flag) => flag === 'ESTIMATE_ABOVE_COVER')) return 'HIGH';
  return photos > 0 || receipt ? 'MEDIUM' : 'LOW';
};

const stayText = ({ arrivalDate, departureDate }: AssessedStay): string =>
  arrivalDate && departureDate ? `the stay from ${arrivalDate} to ${departureDate}` : 'the stay';

type Known = {
  claim: AssessedClaim;
  stay: AssessedStay;
  recognised: Recognised;
  evidence: Evidence;
  flags: readonly Flag[];
};

/** Names the facts that the range and the confidence follow from. */
const explainReasoning = ({ claim, stay, recognised: { kind, item, others }, evidence, flags }: Known): string => {
  const inWords = (amount: Amount): string => amountText(amount, stay.currency);
  const [low, high] = usualRange(kind).map(inWords);
  const facts = [
    `Taken for ${kind.name} (${item})${others.length ? `, also ${others.map(({ name }) => name).join(', ')}` : ''}.`,
    claim.estimateAmount === null
      ? `No estimate; such damage usually costs ${low} to ${high}.`
      : `The estimate is ${inWords(claim.estimateAmount)}.`,
    `Photos: ${evidence.photos}; receipt or quote: ${evidence.receipt ? 'yes' : 'no'}.`,
  ];
  if (kind.lifeYears !== null) facts.push(ageFact(kind, item, evidence.ageYears));
  if (kind.name === 'THEFT') facts.push(`Police report: ${evidence.policeReport ? 'yes' : 'no'}.`);
  if (claim.damageDate === null) facts.push('The day of the damage is not known.');
  if (evidence.outsideStay) facts.push(`The damage is dated ${claim.damageDate}, outside ${stayText(stay)}.`);
  else if (evidence.ahead) facts.push(`The damage is dated ${claim.damageDate}, a day that is still to come.`);
  facts.push(coverFact(stay, flags));
  return facts.join(' ');
};

const coverFact = ({ cover, deductible, currency }: AssessedStay, flags: readonly Flag[]): string => {
  if (cover === null) return 'The damage cover is not known.';
  if (flags.includes('NO_COVER')) return 'The reservation has no damage cover that could pay.';
  const less = deductible > 0n ? ` with a deductible of ${amountText(deductible, currency)}` : '';
  return `The damage cover is ${amountText(cover, currency)}${less}.`;
};

const ageFact = (kind: Recognised['kind'], item: string, ageYears: number | null): string =>
  ageYears === null
    ? `The age of the ${item} is not known.`
    : `At an age of ${Math.round(ageYears * 10) / 10} years about ${Math.round(worthLeft(kind, ageYears))} % of the price is left.`;
