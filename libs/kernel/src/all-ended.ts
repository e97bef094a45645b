/**
 * What all of them return, as `Promise.all`, but not before each has ended: what they share, such as a transaction, must
 * outlive the last of them.
 * @throws the failure of the first that failed, in their order.
 */
export const allEnded = async <T>(promises: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
