const BYTES = 16;

/** Something that is never the same twice. `crypto.randomUUID` is there only on https and on this machine. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
