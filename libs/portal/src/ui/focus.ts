/** What is read, and tabbed on from, next: the page that came, or what was done on it. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** Back to where a reader was before a dialog, unless that has gone. */
export const focusAgain = (opener: Element | null): void => {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else focusMain();
};
