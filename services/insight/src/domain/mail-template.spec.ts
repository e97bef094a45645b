import { describe, expect, test } from '@jest/globals';
import { fillTemplate, placesIn, readTemplate } from './mail-template.ts';

const template = { subject: 'Invoice {{reference}}', text: 'Hello {{name}},\n{{ reference }} is due.\n' };

test('a template is a subject, an empty line and a text', () => {
  expect(readTemplate('Subject: Hello\r\n\r\nText\n')).toEqual({ subject: 'Hello', text: 'Text\n' });
});

test('a template may begin with a byte order mark', () => {
  expect(readTemplate('\ufeffSubject: Hello\n\nText\n')).toEqual({ subject: 'Hello', text: 'Text\n' });
});

test.each(['', 'Hello', 'Subject: Hello', 'Subject: Hello\nText', 'Subject:\n\nText'])('%p is none', (file) => {
  expect(readTemplate(file)).toBeUndefined();
});

test('lists its values, each once', () => {
  expect(placesIn(template)).toEqual(['reference', 'name']);
});

describe('filled', () => {
  test('has its values, as they are', () => {
    const filled = fillTemplate(template, { reference: '$& {{name}}', name: 'Dana' });
    expect(filled).toEqual({ subject: 'Invoice $& {{name}}', text: 'Hello Dana,\n$& {{name}} is due.\n' });
  });

  test('has a subject of one line', () => {
    expect(fillTemplate(template, { reference: 'a\r\nBcc: b', name: 'Dana' })).toMatchObject({
      subject: 'Invoice a Bcc: b',
    });
  });

  test('has a subject that fits the head of a mail, whatever its values are', () => {
    const filled = fillTemplate(template, { reference: '😀'.repeat(2_000), name: 'Dana' });
    expect(filled).toMatchObject({ subject: `Invoice ${'😀'.repeat(242)}` });
  });

  test.each([
    ['absent', {}],
    ['null', { reference: null, name: null }],
    ['empty', { reference: '', name: '' }],
  ])('is refused where its values are %s', (_what, values) => {
    expect(fillTemplate(template, values)).toEqual({ missing: ['reference', 'name'] });
  });
});
