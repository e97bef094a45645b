import { parseSubject } from '@staycover/events';
import { tryParseJson } from '@staycover/kernel';

/** An event in a line for people; one of another system may be anything. */
export const eventLine = (subject: string, text: string): string => {
  const { service, name, organizationId } = parseSubject(subject) ?? {};
  const { time, id, subject: aggregate } = Object(tryParseJson(text)) as Record<string, unknown>;
  return `${String(time ?? '-')
    .slice(0, 23)
    .padEnd(
      24,
    )} ${`${service}.${name}`.padEnd(34)} ${String(organizationId).padEnd(20)} ${String(aggregate ?? '-')}  ${String(id ?? '-')}`;
};

/** An event as one JSON object in one line: as it came, unless it has line breaks or is none. */
export const jsonLine = (subject: string, text: string): string => {
  const event = tryParseJson(text);
  if (typeof event !== 'object' || event === null) return JSON.stringify({ subject, text });
  return /[\r\n]/.test(text) ? JSON.stringify(event) : text;
};
