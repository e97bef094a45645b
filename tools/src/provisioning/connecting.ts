/** Addresses, separated by commas, as they may be shown: without users and passwords. */
export const withoutLogin = (urls: string): string =>
  urls
    .split(/,(?=\w+:\/\/)/)
    .map((url) => url.replace(/^(\w+:\/\/)?.*@/, '$1').replaceAll(/([?&](?:user|password)=)[^&]*/g, '$1…'))
    .join(',');

/** Why a server that the environment names cannot be used, in a line, without its password. */
export const cannotConnect = (server: string, variable: string, url: string, cause: unknown): Error => {
  return new Error(
    `${server} does not answer at ${withoutLogin(url)}: ${describeError(cause)}. Is ${variable} right?`,
    {
      cause,
    },
  );
};

/** The message of an error, in one line; when several addresses failed, that of the first one. */
export const describeError = (error: unknown): string => {
  const { message, errors, code } = error as { message?: string; errors?: unknown[]; code?: string };
  if (message) return message.split('\n')[0]!;
  return errors?.length ? describeError(errors[0]) : (code ?? String(error));
};
