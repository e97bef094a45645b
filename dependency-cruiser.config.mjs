import { onTheSeam } from './tools/src/boundaries/on-the-seam.ts';

/** Dependencies point inward, services never meet, third parties stay behind the libs that wrap them. */
const service = '^services/([^/]+)/src';

export default {
  forbidden: [
    {
      name: 'services-never-import-one-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'A rule is a function of plain data: the domain imports the kernel and itself.',
      severity: 'error',
      from: { path: `${service}/domain/`, pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/kernel/', '^services/$1/src/domain/'] },
    },
    {
      name: 'use-cases-know-no-transport',
      severity: 'error',
      from: { path: `${service}/use-cases/`, pathNot: '\\.spec\\.ts$' },
      to: { path: ['^services/$1/src/(messages|compose|main)', '^libs/(http|service)/'] },
    },
    {
      name: 'database-knows-no-transport',
      severity: 'error',
      from: { path: `${service}/db/` },
      to: { path: ['^services/$1/src/(http|messages|use-cases|adapters)/', '^libs/http/'] },
    },
    {
      name: 'state-changes-by-decisions',
      comment:
        'Who orders decisions has no SQL, no transaction and no outbox of their own: all that is in libs/change.',
      severity: 'error',
      from: { path: `^services/(${onTheSeam.join('|')})/src/(use-cases|http|messages)/`, pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/(db|messaging)/' },
    },
    {
      name: 'only-composition-wires',
      comment: 'main, the tools and specs start a service through its composition; nothing else reaches for it.',
      severity: 'error',
      from: { path: '^services/', pathNot: ['/src/main\\.ts$', '\\.spec\\.ts$', '/src/testing/'] },
      to: { path: '/src/compose\\.ts$' },
    },
    {
      name: 'kernel-depends-on-no-lib',
      severity: 'error',
      from: { path: '^libs/kernel/' },
      to: { path: '^(libs|services|tools)/', pathNot: '^libs/kernel/' },
    },
    {
      name: 'libs-know-no-service',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|tools)/' },
    },
    {
      name: 'portal-knows-the-api-only',
      comment: 'It runs in a browser: what it knows of the platform is the typed client.',
      severity: 'error',
      from: { path: '^libs/portal/src/' },
      to: { path: '^(libs|services|tools)/', pathNot: ['^libs/portal/(src|node_modules)/', '^libs/client/src/'] },
    },
    {
      name: 'only-tools-build-the-portal',
      severity: 'error',
      from: { pathNot: ['^libs/portal/', '^tools/'] },
      to: { path: '^libs/portal/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(libs|services)/', pathNot: ['\\.spec\\.ts$', '^libs/testing/', '/src/testing/'] },
      to: { path: '^libs/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no API for it yet.
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import'] },
  },
};
