import { describe, expect, test } from '@jest/globals';
import { routes, serviceNames } from '@staycover/api';
import { isSafeToRepeat, serviceFor, timeoutFor } from './routing.ts';

describe('routing', () => {
  test('every route of the interface reaches the service that owns it', () => {
    for (const { path, service } of routes) {
      if (service === 'every') continue;
      const to = service === 'gateway' ? undefined : service;
      expect({ path, to: serviceFor(path) }).toEqual({ path, to });
    }
  });

  test.each(serviceNames)('what operators ask of %s reaches it', (service) => {
    const paths = routes.filter((route) => route.service === 'every').map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(serviceFor(path.replace('{service}', service))).toBe(service);
  });

  test.each(['gateway', 'nothing', '..', '%2e%2e'])('are not found for %s', (service) => {
    expect(() => serviceFor(`/api/ops/${service}/standing`)).toThrow('There is no service');
  });

  test.each(['/', '/api', '/api/policyholder', '/apipolicy/1', '/api/webhook', '/api/unknown'])(
    '%s reaches none',
    (path) => {
      expect(serviceFor(path)).toBeUndefined();
    },
  );
});

describe('the time a service has to answer', () => {
  test.each([
    ['/api/policy/1', undefined, 10_000],
    ['/api/policy/1', 'wait=60', 10_000],
    ['/api/ai/followup', undefined, 65_000],
    ['/api/renewal/process', undefined, 20_000],
    ['/api/renewal/process', 'handling=strict, wait=45', 55_000],
    ['/api/renewal/process', 'Wait = "45"', 55_000],
    ['/api/renewal/process', 'wait=900', 70_000],
    ['/api/renewal/process', 'wait=0', 10_000],
    ['/api/renewal/process', 'wait=00012', 22_000],
    ['/api/renewal/process', 'wait=0.5', 20_000],
  ])('%s with Prefer %s is %d ms', (path, prefer, ms) => {
    expect(timeoutFor(path, prefer, 10_000)).toBe(ms);
  });
});

describe('a request that broke off is repeated', () => {
  const key = { 'idempotency-key': 'k-1' };

  test.each<[string, string, Record<string, string>, boolean]>([
    ['GET', '/api/policy/1', {}, true],
    ['PUT', '/api/policy/1', {}, true],
    ['PUT', '/api/policy/1', { 'if-match': '"1"' }, false],
    ['POST', '/api/policy', {}, false],
    ['POST', '/api/policy', key, true],
    ['POST', '/API/invoice/1/line-items/', key, true],
    ['POST', '/api/invoice/generate/1', {}, true],
    ['POST', '/api/webhook/crm/deal-closed', {}, true],
    ['POST', '/api/invoice/1/send', key, false],
    ['POST', '/api/webhook-endpoint/1/rotate-secret', key, false],
    ['DELETE', '/api/invoice/1/line-items/0', key, false],
  ])('%s %s with %j: %j', (method, path, headers, isSafe) => {
    expect(isSafeToRepeat({ method, path, headers })).toBe(isSafe);
  });
});
