import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { setToken } from '../data/api.ts';
import { Dialog } from './dialog.tsx';

/** Takes a token where the platform asks for one; it is in memory only, and gone with the page. */
export const SignIn = () => {
  const { platform } = useRouter().options.context;
  const queryClient = useQueryClient();
  const [isSignedIn, setSignedIn] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (platform.authMode === 'off') return null;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setToken(String(new FormData(event.currentTarget).get('token')).trim());
    setSignedIn(true);
    setOpen(false);
    void queryClient.resetQueries();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {isSignedIn ? 'Signed in' : 'Sign in'}
      </button>
      {isOpen && (
        <Dialog title="Sign in with a token" onClose={() => setOpen(false)}>
          <form onSubmit={onSubmit} className="fields">
            <label>
              Bearer token
              <textarea name="token" rows={5} required spellCheck={false} />
            </label>
            <p>It stays in the memory of this page, and is gone when you leave it.</p>
            <div className="row">
              <button type="button" onClick={() => setOpen(false)}>
                Cancel
              </button>
              <button type="submit" className="primary">
                Sign in
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
};
