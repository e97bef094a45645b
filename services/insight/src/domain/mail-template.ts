/** A mail with places for values, `{{name}}`. */
export type MailTemplate = { subject: string; text: string };

/** By name; null is a value that there should be and is not. */
export type MailValues = Readonly<Record<string, string | null>>;

const FIRST_LINE = /^\ufeff?Subject: (?<subject>.+)\r?\n\r?\n(?<text>[^]+)$/;
/** A server may refuse a longer line in the head of a mail for good (RFC 5322, 2.1.1: 998). */
const LONGEST_SUBJECT = 250;
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** Reads a template: a line `Subject: …`, an empty line, and the text. Undefined when it is none. */
export const readTemplate = (file: string): MailTemplate | undefined => {
  const { subject, text } = FIRST_LINE.exec(file)?.groups ?? {};
  return subject === undefined || text === undefined ? undefined : { subject, text };
};

/** The values that a template needs. */
export const placesIn = ({ subject, text }: MailTemplate): string[] => [
  ...new Set([...`${subject}\n${text}`.matchAll(PLACE)].map(([, name]) => name!)),
];

/** The mail of a template, or the values that it lacks. */
export const fillTemplate = (
  template: MailTemplate,
  values: MailValues,
): { subject: string; text: string } | { missing: string[] } => {
  const missing = placesIn(template).filter((name) => !values[name]);
  if (missing.length > 0) return { missing };
  const filled = (part: string): string => part.replaceAll(PLACE, (_place, name: string) => values[name]!);
  const subject = [...filled(template.subject).replaceAll(/\s+/g, ' ')].slice(0, LONGEST_SUBJECT).join('');
  return { subject, text: filled(template.text) };
};
