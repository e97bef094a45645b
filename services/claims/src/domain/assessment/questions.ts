import type { Recognised } from './recognise.ts';
import type { Flag } from './result.ts';

const MAX_QUESTIONS = 5;

export type Topic = 'DESCRIPTION' | 'DATE' | 'POLICE' | 'PHOTOS' | 'ESTIMATE' | 'RECEIPT' | 'AGE' | 'SPECIFIC';

/** The topic of a question, ours or a model's, so that nothing is asked twice. */
export const recogniseTopic = (question: string): Topic => {
  if (/police/i.test(question)) return 'POLICE';
  if (/photo|picture|image|video/i.test(question)) return 'PHOTOS';
  if (/how old|\bage\b|when (?:was|were|did you) .*(?:bought|buy|purchased?)/i.test(question)) return 'AGE';
  if (/receipt|invoice|\bquote|proof of purchase/i.test(question)) return 'RECEIPT';
  if (/which day|what date|what day|when did (?:the|it)|on which date/i.test(question)) return 'DATE';
  if (/cost to|what would it cost|amount|estimate|add up/i.test(question)) return 'ESTIMATE';
  if (/what exactly/i.test(question)) return 'DESCRIPTION';
  return 'SPECIFIC';
};

export type Asking = {
  text: string;
  recognised: Recognised;
  flags: readonly Flag[];
  answers: Readonly<Record<string, string>>;
  stay: string;
  payable: string;
};

/** 1 to 5 questions: missing facts, the most important first, then questions for this kind of damage. */
export const questionsFor = (asking: Asking): string[] => {
  const { recognised, answers, text } = asking;
  const { kind, item } = recognised;
  const general = asking.flags.flatMap((flag) => askAbout(flag, asking));
  const known = [text, ...Object.values(answers)].join('\n');
  const specific = kind.questions
    .filter((question) => !question.known.test(known))
    .map(({ ask }) => ask.replace('{item}', item));
  const answered = new Set<Topic>(
    Object.keys(answers)
      .map(recogniseTopic)
      .filter((topic) => topic !== 'SPECIFIC'),
  );
  const open = [...new Set([...general, ...specific])].filter(
    (q) => !(q in answers) && !answered.has(recogniseTopic(q)),
  );
  if (open.length === 0) return ['Is there anything else about the damage that we should know?'];
  return open.slice(0, MAX_QUESTIONS);
};

const askAbout = (flag: Flag, { recognised: { item, kind }, stay, payable }: Asking): string[] => {
  const isWork = kind.lifeYears === null;
  switch (flag) {
    case 'DESCRIPTION_UNCLEAR':
      return ['What exactly was damaged or lost, and how did it happen?'];
    case 'DATE_MISSING':
      return ['On which day did the damage happen?'];
    case 'DATE_OUTSIDE_STAY':
      return [`The date given lies outside ${stay}: on which day did the damage happen?`];
    case 'DATE_AHEAD':
      return ['The date given is still to come: on which day did the damage happen?'];
    case 'POLICE_REPORT_MISSING':
      return ['Was the theft reported to the police, and what is the number of the report?'];
    case 'PHOTOS_MISSING':
      return [
        kind.name === 'THEFT'
          ? 'Can you upload photos of the stolen items or of where they stood?'
          : `Can you upload photos of the damage (${item})?`,
      ];
    case 'ESTIMATE_MISSING':
      return [
        isWork ? 'What would it cost to put the damage right?' : `What would it cost to repair or replace the ${item}?`,
      ];
    case 'ESTIMATE_ABOVE_COVER':
      return [`The estimate is above the ${payable} that the cover can pay: how does the amount add up, item by item?`];
    case 'ESTIMATE_UNUSUAL':
      return ['The estimate is far above what such damage usually costs: how does the amount add up, item by item?'];
    case 'RECEIPT_MISSING':
      return [
        isWork
          ? 'Can you upload a receipt or a quote for the repair or the cleaning?'
          : `Can you upload a receipt, an invoice or a repair quote for the ${item}?`,
      ];
    case 'AGE_UNKNOWN':
      return [`How old is the ${item}, and what did it cost new?`];
    case 'NO_COVER':
      return ['Which protection was bought for this stay? The reservation shows no damage cover.'];
    case 'COVER_UNKNOWN':
      return ['Which protection was bought for this stay, and what does it cover at most?'];
  }
};
