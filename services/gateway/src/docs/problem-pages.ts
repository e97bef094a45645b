import { type ProblemSlug, problemSlugs, problems, routes } from '@staycover/api';
import { exampleProblem, listProblems } from '@staycover/documents';
import { escapeHtml, inline, page } from './page.ts';

/** Every kind of problem, by status. */
export const problemsPage = (): string => {
  const rows = problemSlugs.map(
    (slug) =>
      `<tr><td>${problems[slug].status}</td><td><a href="/problems/${slug}">${slug}</a></td><td>${inline(problems[slug].description)}</td></tr>`,
  );
  return page({
    title: 'Problems',
    path: '/docs/problems',
    body: `<main><h1>Problems</h1>
<p>Errors are <code>application/problem+json</code> (RFC 9457); the <code>type</code> of each leads to its page.</p>
<table><tr><th>Status</th><th>Problem</th><th></th></tr>${rows.join('')}</table></main>`,
  });
};

/** The page for a problem's `type`: its meaning, and the operations that return it; undefined for an unknown slug. */
export const problemPage = (slug: string, publicUrl: string): string | undefined => {
  if (!Object.hasOwn(problems, slug)) return undefined;
  const { status, title, description } = problems[slug as ProblemSlug];
  const answering = routes.filter((route) => listProblems(route).includes(slug as ProblemSlug));
  const example = exampleProblem(slug as ProblemSlug, publicUrl, answering[0]?.path ?? '/api');
  const calls = answering.map(
    ({ method, path, path: route, operationId }) =>
      `<li><a href="/docs#/${route.split('/')[2]}/${operationId}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a></li>`,
  );
  return page({
    title,
    path: `/problems/${slug}`,
    body: `<main><h1>${escapeHtml(title)}</h1>
<p><code>${slug}</code>, answered with status ${status}.</p>
<p>${inline(description)}</p>
<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>
${calls.length > 0 ? `<h2>Where it can come from</h2><ul>${calls.join('')}</ul>` : ''}</main>`,
  });
};
