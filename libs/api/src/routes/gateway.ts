import { everyRole } from '@staycover/kernel';
import { Me } from '../me.ts';
import { guarded, route } from '../route.ts';

export const getMe = route({
  operationId: 'getMe',
  service: 'gateway',
  method: 'get',
  path: '/api/me',
  summary: 'Who the caller is',
  description: 'What the platform takes the credentials of this call for.',
  role: everyRole,
  responses: { 200: { description: 'The caller', body: Me } },
  problems: [...guarded],
});

/** What the gateway itself answers. */
export const gatewayRoutes = [getMe] as const;
