import { page } from './page.ts';

/** The page of the API reference; Swagger UI draws it from /openapi.json. */
export const referencePage = (): string =>
  page({
    title: 'API reference',
    path: '/docs',
    head: `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<style>
  .swagger-ui .wrapper { padding: 0 1.2rem; }
  .swagger-ui :is(.header-col, .json-schema-2020-12-expand-deep-button) { color: inherit; }
  .swagger-ui .info a { color: var(--accent); }
  .swagger-ui :is(.markdown, .renderedMarkdown) code { overflow-wrap: anywhere; white-space: normal; }
  @media (max-width: 640px) {
    .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
    .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: .3rem 0; }
    .swagger-ui .parameters-col_name { width: 8rem; }
    .swagger-ui table tbody tr td:first-of-type { min-width: 5rem; }
    .swagger-ui table.responses-table { table-layout: fixed; }
    .swagger-ui .response-col_status { width: 4rem; }
    .swagger-ui .response-col_links { display: none; }
    .swagger-ui .scheme-container .schemes { flex-wrap: wrap; }
  }
</style>`,
    body: `<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/reference.js"></script>`,
  });

/** Starts Swagger UI; calls go to where the page came from, and nowhere else. */
export const referenceScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const spec = await (await fetch('/openapi.json')).json();
spec.servers = [{ url: location.origin, description: 'This platform' }];
SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;
