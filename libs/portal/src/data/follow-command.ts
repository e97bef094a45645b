type Followed = { service?: string | undefined; name?: string | undefined; org?: string | undefined };

const NAME = /^[\w-]+$/;

/** How a shell follows the same events. The filter is from an address that somebody else may have made: only names go into it. */
export const followCommand = ({ service, name, org }: Followed): string => {
  const tokens = [service, name, org].map((token) => (token !== undefined && NAME.test(token) ? token : '*'));
  return `nats sub '${['insurance', ...tokens].join('.')}'`;
};
