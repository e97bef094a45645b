import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { calendarDate } from '@staycover/kernel';
import { fillTemplate } from '../domain/mail-template.ts';
import { mailValues } from '../mail-values.ts';
import { readTemplates } from './mail-templates.ts';

const folders: string[] = [];

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const folderWith = (file: string, content: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  folders.push(folder);
  writeFileSync(join(folder, file), content);
  return folder;
};

describe('templates of mails', () => {
  test('of a folder stand before ours, which are there for the rest', () => {
    const templates = readTemplates(folderWith('webhook-disabled.txt', 'Subject: Away\n\n{{url}}\n'));
    expect(templates.WEBHOOK_DISABLED).toEqual({ subject: 'Away', text: '{{url}}\n' });
    expect(templates.RENEWAL_NOTICE.subject).toContain('{{policyReference}}');
  });

  test.each([
    ['without a subject', 'Hello', 'must begin with "Subject: …"'],
    [
      'that uses what there is not',
      'Subject: Due\n\n{{amount}}',
      'uses amount; there is organizationId, invoiceReference',
    ],
  ])('one %s is refused at the start, with its reason', (_what, content, reason) => {
    expect(() => readTemplates(folderWith('invoice-past-due.txt', content))).toThrow(reason);
  });

  test('in a folder that is not there, or under a name that no mail has, are refused at the start', () => {
    expect(() => readTemplates('/nowhere')).toThrow('MAIL_TEMPLATES: ENOENT');
    const misspelt = folderWith('renewal_notice.txt', 'Subject: Renewal\n\n');
    expect(() => readTemplates(misspelt)).toThrow('there is no mail renewal_notice.txt, but ');
  });

  test.each([0, 1, 60])('of ours, that of a term with %d days left has a sentence that is right', (days) => {
    const { example, readValues } = mailValues.RENEWAL_NOTICE;
    const today = calendarDate('2027-10-31').subtract({ days });
    const values = readValues(example, { publicUrl: 'http://localhost', policyReference: 'POL-2026-000001', today })!;
    expect(fillTemplate(readTemplates().RENEWAL_NOTICE, values)).toMatchObject({
      text: expect.stringContaining(`ends on October 31, 2027; days left: ${days}.`),
    });
  });

  test('of ours, that of a renewal names who is to be asked to decline it', () => {
    const { text } = readTemplates().RENEWAL_NOTICE;
    expect(text).toContain('What is planned: {{link}}');
    expect(text).toContain('To decline it, ask your underwriter before the term ends');
  });

  test('of ours, that of a disabled endpoint is right also where it took other events', () => {
    const { text } = readTemplates().WEBHOOK_DISABLED;
    expect(text).toContain('have failed since {{failingSince}}');
    expect(text).not.toContain('no event');
  });
});
