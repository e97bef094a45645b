import { problems, type ProblemSlug } from '@staycover/api';
import type { RequestHandler } from 'express';

/** The page behind a problem's `type`: what it means, in words. */
export const problemPage: RequestHandler<{ slug: string }> = (request, response, next) => {
  const { slug } = request.params;
  if (!Object.hasOwn(problems, slug)) return next();
  const { status, title, description } = problems[slug as ProblemSlug];
  response.type('html').send(page(slug, status, title, description));
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const page = (slug: string, status: number, title: string, description: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>
  :root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem; }
  code { font-size: .95em; }
</style>
<h1>${escape(title)}</h1>
<p><code>${slug}</code>, answered with status ${status}.</p>
<p>${escape(description)}</p>
</html>
`;
