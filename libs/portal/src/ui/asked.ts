import type { ReactNode } from 'react';

export type ActionProps = {
  /** The label of the button; repeated in the dialog. */
  verb: string;
  /** The change, from and to, and its subject. */
  children: ReactNode;
  /** Irreversible: Cancel has the focus. */
  isFinal?: boolean;
  /** No event is about what it changes: there is no timeline to lead to. */
  isUnlisted?: boolean;
  /** Sends the call, with the fields of the form and the idempotency key of this dialog. */
  send: (fields: FormData, idempotencyKey: string) => Promise<unknown>;
};

/** The action that is asked about, the button that it is of, and whether that has left the page. */
type Asked = { owner: object; props: ActionProps; isGone?: boolean } | undefined;

let asked: Asked;
const listeners = new Set<() => void>();

export const askedNow = (): Asked => asked;

export const ask = (next: Asked): void => {
  asked = next;
  for (const listener of listeners) listener();
};

/** Closes the dialog of this button; that of another stays open. */
export const endAsking = (owner: object): void => {
  if (asked?.owner === owner) ask(undefined);
};

/** The button has left the page: its dialog stays, with what was typed. */
export const leavePage = (owner: object): void => {
  if (asked?.owner === owner) ask({ ...asked, isGone: true });
};

export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
