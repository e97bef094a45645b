import { expect, test } from '@jest/globals';
import { learn } from './election.ts';

test('new facts are merged into the known ones; null clears', () => {
  const known = learn(undefined, { propertyId: 'p1', state: 'FL', propertyName: 'Loft' });
  expect(known).toMatchObject({ state: 'FL', propertyName: 'Loft', country: null, groupIds: [] });
  expect(learn(known, { propertyId: 'p1', state: null, groupIds: ['g'] })).toMatchObject({
    state: null,
    propertyName: 'Loft',
    groupIds: ['g'],
  });
});
