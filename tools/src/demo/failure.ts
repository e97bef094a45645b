/** Why a demo failed, with the address that did not answer: `fetch` itself names none. */
export const failureText = (error: unknown, gatewayUrl: string | undefined): string => {
  if (!(error instanceof Error)) return String(error);
  if (!gatewayUrl || !(error instanceof TypeError) || error.message !== 'fetch failed') return error.message;
  const { cause } = error;
  const why = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : error.message;
  return `${gatewayUrl} does not answer (${why}). Does the platform still run there?`;
};
