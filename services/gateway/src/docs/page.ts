export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text in which backticks mark code. */
export const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const links = [
  ['/docs', 'API'],
  ['/docs/events', 'Events'],
  ['/docs/problems', 'Problems'],
] as const;

const style = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; --line: light-dark(#d8dee4, #3a424d);
    --soft: light-dark(#f4f6f8, #1c2128); --accent: light-dark(#0b6b53, #4cc9a0); }
  body { margin: 0; background: light-dark(#fff, #12161b); color: light-dark(#1b2026, #e4e9ee); }
  nav { display: flex; gap: 1.2rem; align-items: center; padding: .7rem 1.2rem; border-bottom: 1px solid var(--line); }
  nav a { color: inherit; text-decoration: none; } nav a:hover, nav [aria-current] { color: var(--accent); }
  nav strong { margin-right: auto; }
  body > main { max-width: 54rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; overflow-wrap: anywhere; }
  body > main a { color: var(--accent); }
  body > main :is(code, pre) { font: .875em/1.5 ui-monospace, monospace; }
  body > main pre { white-space: pre-wrap; padding: .8rem; background: var(--soft); border-radius: 6px; }
  body > main table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
  body > main :is(th, td) { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
  details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0; padding: .2rem .9rem; }
  summary { cursor: pointer; padding: .4rem 0; } summary span { display: block; opacity: .75; }
`;

export type Page = { title: string; path: string; head?: string; body: string };

/** A page with the navigation of the documentation, in light or dark as the reader prefers. */
export const page = ({ title, path, head = '', body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Staycover</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<style>${style}</style>
${head}
</head>
<body>
<nav><strong>Staycover</strong>${links.map(([href, name]) => link(href, name, path)).join('')}</nav>
${body}
</body>
</html>
`;

const link = (href: string, name: string, path: string): string =>
  `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${name}</a>`;
