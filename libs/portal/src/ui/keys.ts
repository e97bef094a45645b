import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { preferences } from '../data/preferences.ts';

/** An open dialog has all keys, also when a click beside its fields took the focus from them. */
const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && target.closest('input, select, textarea') !== null);

/** Moves the focus to what opens another row. */
const moveRow = (step: number): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('tbody tr > th > :is(a, button)')];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + step))]?.focus();
};

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

const single: Record<string, () => void> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  '[': () => press('[data-page=first]'),
  ']': () => press('[data-page=next]'),
  '/': () => press('[data-palette]'),
  '?': () => press('[data-help]'),
};

/** Keyboard shortcuts: `g` and a letter for a page, single keys on the page. Disabled while typing. */
export const useKeys = (pages: Readonly<Record<string, string>>): void => {
  const navigate = useNavigate();
  // A page that is drawn again between the two keys leaves the first one pressed.
  const afterG = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        return press('[data-palette]');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!preferences().singleKeys) return;
      const page = afterG.current ? pages[key] : undefined;
      afterG.current = key === 'g';
      if (page !== undefined) return void navigate({ to: page });
      const act = single[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, pages]);
};
