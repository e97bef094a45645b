import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailNotices } from '@staycover/api';
import { calendarDate } from '@staycover/kernel';
import type { MailNotice } from '../domain/mail.ts';
import { type MailTemplate, placesIn, readTemplate } from '../domain/mail-template.ts';
import { mailValues } from '../mail-values.ts';

const OURS = join(import.meta.dirname, '../templates');

export type MailTemplates = Readonly<Record<MailNotice, MailTemplate>>;

/** The file of a notice's template. */
export const templateFile = (notice: MailNotice): string => `${notice.toLowerCase().replaceAll('_', '-')}.txt`;

const read = (notice: MailNotice, folder: string): MailTemplate => {
  const file = templateFile(notice);
  const template = readTemplate(readFileSync(join(folder, file), 'utf8'));
  if (!template) throw new Error(`MAIL_TEMPLATES: ${file} must begin with "Subject: …" and an empty line.`);
  const { example, readValues } = mailValues[notice];
  const context = {
    publicUrl: 'http://localhost',
    policyReference: 'POL-2026-000001',
    today: calendarDate('2026-11-20'),
  };
  const known = Object.keys(readValues(example, context)!);
  const unknown = placesIn(template).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`MAIL_TEMPLATES: ${file} uses ${unknown.join(', ')}; there is ${known.join(', ')}.`);
  return template;
};

const KNOWN = mailNotices.map(templateFile);

const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new Error(`MAIL_TEMPLATES: ${(cause as Error).message}`, { cause });
  }
};

/** The templates in a folder: a name that none has would send our texts in place of its own. */
const listTemplates = (folder: string): string[] => {
  const files = listFiles(folder).filter((file) => file.endsWith('.txt'));
  const unknown = files.filter((file) => !KNOWN.includes(file));
  if (unknown.length > 0)
    throw new Error(`MAIL_TEMPLATES: there is no mail ${unknown.join(', ')}, but ${KNOWN.join(', ')}.`);
  return files;
};

/**
 * The templates of all notices: from the folder, with ours as defaults.
 * @throws Error when the folder cannot be read, has a template of no notice, or one that is invalid or uses an unknown value.
 */
export const readTemplates = (folder?: string): MailTemplates => {
  const own = folder ? listTemplates(folder) : [];
  const from = (notice: MailNotice) => (folder && own.includes(templateFile(notice)) ? folder : OURS);
  return Object.fromEntries(mailNotices.map((notice) => [notice, read(notice, from(notice))])) as MailTemplates;
};
