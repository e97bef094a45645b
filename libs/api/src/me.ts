import { everyRole } from '@staycover/kernel';
import { z } from 'zod';
import { longList, shortText, timestamp } from './fields.ts';

/** Who a call comes from, by its credentials. */
export const Me = z
  .object({
    id: shortText.meta({ description: 'As the issuer or the API key names the caller', example: 'dana@acme' }),
    organizations: longList(shortText).meta({
      description: 'Organizations that the caller may see; `*` alone for all',
      example: ['acme-stays'],
    }),
    roles: longList(z.enum(everyRole)).meta({ description: 'Roles of the caller', example: ['read', 'write'] }),
    now: timestamp.meta({ description: 'What time it is for the platform, whose days may be played' }),
  })
  .meta({ id: 'Me', title: 'Caller', description: 'Who a call comes from.' });
