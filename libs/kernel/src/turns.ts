/**
 * Limits how many callers continue per turn of the event loop: a caller goes on at once, or in a later turn when
 * `perTurn` others went on in this one. A crowd of callers cannot block other work.
 */
export const turnQueue = (perTurn: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isCounting = false;
  const beginTurn = (): void => {
    const going = waiting.splice(0, perTurn);
    left = perTurn - going.length;
    isCounting = going.length > 0;
    if (isCounting) setImmediate(beginTurn);
    for (const go of going) go();
  };
  return () => {
    if (!isCounting) setImmediate(beginTurn);
    isCounting = true;
    if (left === 0) return new Promise((resolve) => void waiting.push(resolve));
    left--;
    return Promise.resolve();
  };
};
