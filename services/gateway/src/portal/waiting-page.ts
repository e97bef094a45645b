import type { Response } from 'express';
import { escapeHtml, page } from '../docs/page.ts';

/** The page at `/` while the portal is being built: it reloads automatically. */
export const sendWaitingPage = (response: Response, failure: string | undefined): void => {
  const seconds = failure === undefined ? 1 : 10;
  const body =
    failure === undefined
      ? '<h1>The portal is being built</h1><p>This page reloads itself; it takes a few seconds.</p>'
      : `<h1>The portal could not be built</h1><pre>${escapeHtml(failure)}</pre>
<p><code>npm run portal:build</code> tries again. The API works without it.</p>`;
  response
    .status(503)
    .set({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Retry-After': String(seconds),
    })
    .type('html')
    .send(
      page({
        title: 'Portal',
        path: '/',
        head: `<meta http-equiv="refresh" content="${seconds}">`,
        body: `<main>${body}</main>`,
      }),
    );
};
