import type { TestService } from '@staycover/testing';

/** Has the next statement like this fail, as without a connection; resolves when it has. */
export const failOnce = ({ service }: TestService, like: RegExp): Promise<void> => {
  const { database } = service.platform;
  const { run } = database;
  const failed = Promise.withResolvers<void>();
  database.run = (text, params) => {
    if (!like.test(text)) return run(text, params);
    database.run = run;
    failed.resolve();
    return Promise.reject(new Error('no connection was free in time'));
  };
  return failed.promise;
};
