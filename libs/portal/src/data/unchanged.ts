type Version = { etag: string | undefined };

/** The answer to a change of the version that was seen, in words where it is still that: nothing had to change. */
export const orUnchanged = async <Answer extends Version>(
  asked: Promise<Answer>,
  seen: string | undefined,
): Promise<Answer & { words?: string }> => {
  const answer = await asked;
  return seen !== undefined && answer.etag === seen ? { ...answer, words: 'nothing had to change' } : answer;
};
