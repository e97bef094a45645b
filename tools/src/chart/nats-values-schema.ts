import {
  cpu,
  described,
  digest,
  flag,
  free,
  type Json,
  name,
  networkPeers,
  placement,
  pullPolicy,
  pullSecrets,
  strict,
  text,
  whole,
} from './schema-parts.ts';

const secret = (description: string, form: Json = name): Json => described(form, description);

/** The JSON schema that Helm holds the values of the NATS cluster against. */
export const natsValuesSchema: Json = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Values of the NATS cluster',
  description: 'Generated from the code by `npm run docs:write`; a spec fails when it is not up to date.',
  ...strict(
    {
      image: strict({
        repository: { type: 'string', minLength: 1, description: 'The image of NATS, 2.10 or newer.' },
        tag: text('Its tag, where there is no digest.'),
        digest,
        pullPolicy,
      }),
      imagePullSecrets: pullSecrets,
      replicas: {
        type: 'integer',
        enum: [1, 3, 5],
        description: 'Servers: an odd number, so that a majority is left.',
      },
      cpu,
      memoryMiB: whole(128, 65_536, 'MiB of memory, asked for and allowed.'),
      storage: strict({
        className: described(name, 'The StorageClass of the disks; the default one where it is empty.'),
        gib: whole(
          1,
          65_536,
          'GiB of the disk of each server. Streams get nine tenths of it; what all may hold together must fit.',
        ),
      }),
      accounts: text('The file of accounts; by default those of the services.'),
      secret: secret('The secret with NATS_ADMIN_PASSWORD and so on.', { ...name, minLength: 1 }),
      tls: strict({ secret: secret('A secret of the kind kubernetes.io/tls, for connections of clients.') }),
      networkPolicy: strict({
        enabled: flag('Only clients reach port 4222, and only servers port 6222.'),
        clientsFrom: networkPeers('Who may connect; everybody where there is none.'),
      }),
      ...placement,
      global: free('Values of a chart that has this one as a part.'),
    },
    ['image', 'replicas', 'storage', 'secret'],
  ),
};
