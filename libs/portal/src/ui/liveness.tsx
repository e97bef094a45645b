import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { whoIAm } from '../data/me.ts';
import { useIsLive, useLive } from '../live/live.ts';

/** Keeps every page up to date, and shows whether that is at once. */
export const Liveness = () => {
  const { platform } = useRouter().options.context;
  const isOpen = platform.authMode === 'off';
  const { data: me } = useQuery({ ...whoIAm, enabled: !isOpen });
  useLive(isOpen ? 'anonymous' : me?.id);
  const isLive = useIsLive();
  return (
    <p
      className={`state ${isLive ? 'good' : 'quiet'}`}
      title={isLive ? 'Pages follow at once' : 'Pages follow every 15 s'}
    >
      {isLive ? 'live' : 'every 15 s'}
    </p>
  );
};
