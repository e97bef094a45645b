import { expect, test } from '@jest/globals';
import { sandboxGuide } from './sandbox-guide.ts';

test('where the platform asks for credentials, days are played with one, and not by the demo', () => {
  const guide = sandboxGuide('http://localhost:8080', 'token-of-ops');
  expect(guide).toMatch(/\/sandbox\/clock[^]* \\\n +-H 'Authorization: Bearer token-of-ops'$/);
  expect(guide).not.toContain('npm run demo');
  expect(sandboxGuide('http://localhost:8080', undefined)).toMatch(/npm run demo -- --year[^]*\/sandbox\/clock/);
});
