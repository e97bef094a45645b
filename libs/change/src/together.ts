import type { Work } from '@staycover/db';
import { gather } from './gather.ts';

type On = { tx: Work };

/** What is asked in one transaction goes together, about each key once; `run` answers in the order of what was asked. */
export const together = <Asked extends On, Result>(
  getKey: (asked: Asked) => string,
  run: (tx: Asked['tx'], asked: readonly Asked[]) => Promise<readonly Result[]>,
): ((asked: Asked) => Promise<Result>) =>
  gather<Asked, Result>({
    on: ({ tx }) => tx,
    fits: (chosen, one) => {
      const key = getKey(one);
      return chosen.every((other) => getKey(other) !== key);
    },
    run: (items) => run(items[0]!.tx, items),
  });
