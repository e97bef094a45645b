/** The images of the servers, pinned by digest. docker-compose.yml has the same ones. */
export const IMAGES = {
  postgres: 'postgres:18-alpine@sha256:d3e1620b530c944afa6e887d22eb899824da68e19c52024bf98f5220c88a65b2',
  nats: 'nats:2.12-alpine@sha256:b270f5e2428354c0335612694d7dd2fb588148e567a5757fdff325ef9c9332e6',
} as const;

/** The images that servers run from. */
export type Images = Readonly<Record<keyof typeof IMAGES, string>>;

/** The names that an image may have in an engine, best first: by its digest, or by its tag alone where it was built or loaded. */
export const imageNames = (image: string): [byDigest: string, byTag: string] => [image, image.split('@')[0]!];
