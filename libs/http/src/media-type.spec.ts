import { describe, expect, test } from '@jest/globals';
import { preferredType } from './media-type.ts';

describe('the media type', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['application/json', 'application/json'],
    ['application/pdf', 'application/pdf'],
    ['text/html', 'text/html'],
    ['text/*', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
    ['text/html;q=0.5, application/pdf', 'application/pdf'],
    ['application/pdf;q=0, */*', 'application/json'],
    ['image/png', 'application/json'],
    ['application/json;q=nonsense, text/html;q=0.1', 'text/html'],
    ['APPLICATION/PDF', 'application/pdf'],
  ])('for %p is %s', (accept, expected) => {
    expect(preferredType(['application/json', 'text/html', 'application/pdf'], accept)).toBe(expected);
  });
});
