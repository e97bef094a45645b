import { describe, expect, test } from '@jest/globals';
import { changedSettings, readSettings } from './webhook-settings.ts';

const fields = (changes: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  const typed = { url: 'https://hooks.example/a', description: '', eventTypes: '*', ...changes };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
};

describe('the settings that were typed', () => {
  test.each([
    [{ url: ' https://hooks.example/a ' }, { url: 'https://hooks.example/a' }],
    [{ url: 'https://exämple.com/größe' }, { url: 'https://xn--exmple-cua.com/gr%C3%B6%C3%9Fe' }],
    [{ url: 'https://in side/ä' }, { url: 'https://in side/ä' }],
    [{ description: ' Accounting ' }, { description: 'Accounting' }],
    [{ description: '  ' }, { description: null }],
    [
      { eventTypes: 'insurance.billing.*\r\n\r\n insurance.claims.*\n' },
      { eventTypes: ['insurance.billing.*', 'insurance.claims.*'] },
    ],
  ])('of %j are %j', (typed, settings) => {
    expect(readSettings(fields(typed))).toMatchObject(settings);
  });
});

describe('what is changed', () => {
  const present = { url: 'https://hooks.example/a', description: null, eventTypes: ['*'] };

  test.each([
    [{}, {}],
    [{ description: 'Accounting' }, { description: 'Accounting' }],
    [{ eventTypes: ' *\r\n' }, {}],
    [{ eventTypes: '*\ninsurance.*' }, { eventTypes: ['*', 'insurance.*'] }],
    [
      { url: 'https://hooks.example/b', eventTypes: 'insurance.*' },
      { url: 'https://hooks.example/b', eventTypes: ['insurance.*'] },
    ],
  ])('by %j is %j', (typed, changes) => {
    expect(changedSettings(present, fields(typed))).toEqual(changes);
  });
});
