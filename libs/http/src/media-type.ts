/** Which of the types offered an `Accept` header prefers; the first one when it names none. */
export const preferredType = <Type extends string>(offered: readonly [Type, ...Type[]], accept = '*/*'): Type => {
  const ranges = accept.split(',').map(parseRange);
  const best = offered
    .map((type) => ({ type, quality: matchQuality(type, ranges) }))
    .reduce((a, b) => (b.quality > a.quality ? b : a));
  return best.quality > 0 ? best.type : offered[0];
};

type Range = { type: string; quality: number };

const parseRange = (text: string): Range => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
};

/** The most specific range that names the type counts. */
const matchQuality = (type: string, ranges: readonly Range[]): number => {
  const named = [type, `${type.split('/')[0]}/*`, '*/*'];
  const range = named.map((name) => ranges.find((one) => one.type === name)).find((one) => one !== undefined);
  return range?.quality ?? 0;
};

/** Whether an `Accept` asks for server-sent events. */
export const wantsEventStream = (accept = ''): boolean => /\btext\/event-stream\b/i.test(accept);
