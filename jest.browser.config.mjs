import config from './jest.config.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, ...project } = config.projects[1];

/** The pages in a real browser; apart from the other specs, because not every machine has one. */
export default {
  ...config,
  projects: [{ ...project, displayName: 'browser', testMatch: ['**/*.browser.ts'] }],
  maxWorkers: 1,
};
