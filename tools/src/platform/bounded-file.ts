import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

/** A file that texts are appended to. */
export type BoundedFile = { write(text: string): void };

const MOST_BYTES = 64 * 1024 ** 2;

/**
 * Appends to a file; one that has grown to `mostBytes` becomes `<file>.1`, in place of the one before, and another begins.
 * What cannot be written is reported to `onError` and lost.
 */
export const openBoundedFile = (
  file: string,
  onError: (error: Error) => void,
  mostBytes: number = MOST_BYTES,
): BoundedFile => {
  mkdirSync(dirname(file), { recursive: true });
  const open = (): WriteStream => createWriteStream(file, { flags: 'a' }).on('error', onError);
  let stream = open();
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const beginAnother = (): void => {
    try {
      renameSync(file, `${file}.1`);
      stream.end();
      stream = open();
    } catch (error) {
      onError(error as Error);
    }
    bytes = 0;
  };
  return {
    write(text) {
      if (bytes >= mostBytes) beginAnother();
      bytes += Buffer.byteLength(text);
      stream.write(text);
    },
  };
};
