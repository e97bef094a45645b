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

/** Does something before the next statement like this is run; resolves when it is done. */
export const beforeStatement = ({ service }: TestService, like: RegExp, act: () => Promise<unknown>): Promise<void> => {
  const { database } = service.platform;
  const { run } = database;
  const done = Promise.withResolvers<void>();
  database.run = async (text, params) => {
    if (!like.test(text)) return run(text, params);
    database.run = run;
    await act();
    done.resolve();
    return run(text, params);
  };
  return done.promise;
};
