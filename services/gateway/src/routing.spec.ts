import { describe, expect, test } from '@jest/globals';
import { routes } from '@staycover/api';
import { serviceFor } from './routing.ts';

describe('routing', () => {
  test('every route of the interface reaches the service that owns it', () => {
    for (const { path, service } of routes) expect({ path, to: serviceFor(path) }).toEqual({ path, to: service });
  });

  test.each(['/', '/api', '/api/policyholder', '/apipolicy/1', '/api/webhook', '/api/unknown'])('%s reaches none', (path) => {
    expect(serviceFor(path)).toBeUndefined();
  });
});
