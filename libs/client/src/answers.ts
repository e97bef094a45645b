type Answer<Data, Refusal> = { data?: Data; error?: Refusal; response: Response };

const unexpected = ({ data, error, response }: Answer<unknown, unknown>): Error =>
  new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error ?? data)}`, { cause: error });

/**
 * The data of a call; undefined where a success has none, as a 204.
 * @throws when the call was refused; the problem is the `cause`.
 */
export const dataOrThrow = async <Data>(call: Promise<Answer<Data, unknown>>): Promise<Data> => {
  const answer = await call;
  if (!answer.response.ok) throw unexpected(answer);
  return answer.data as Data;
};

/**
 * The problem of a call that is to be refused.
 * @throws when the call was not.
 */
export const refusalOrThrow = async <Refusal>(call: Promise<Answer<unknown, Refusal>>): Promise<Refusal> => {
  const answer = await call;
  if (answer.error === undefined) throw unexpected(answer);
  return answer.error;
};
