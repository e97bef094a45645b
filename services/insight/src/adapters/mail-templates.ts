import { existsSync, readFileSync } from 'node:fs';
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

const read = (notice: MailNotice, folder: string | undefined): MailTemplate => {
  const file = templateFile(notice);
  const own = folder && join(folder, file);
  const template = readTemplate(readFileSync(own && existsSync(own) ? own : join(OURS, file), 'utf8'));
  if (!template) throw new Error(`MAIL_TEMPLATES: ${file} must begin with "Subject: …" and an empty line.`);
  const { example, readValues } = mailValues[notice];
  const around = {
    publicUrl: 'http://localhost',
    policyReference: 'POL-2026-000001',
    today: calendarDate('2026-11-20'),
  };
  const known = Object.keys(readValues(example, around)!);
  const unknown = placesIn(template).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`MAIL_TEMPLATES: ${file} uses ${unknown.join(', ')}; there is ${known.join(', ')}.`);
  return template;
};

/**
 * The templates of all notices: from the folder, with ours as defaults.
 * @throws Error when a template is invalid, or uses an unknown value.
 */
export const readTemplates = (folder?: string): MailTemplates =>
  Object.fromEntries(mailNotices.map((notice) => [notice, read(notice, folder)])) as MailTemplates;
