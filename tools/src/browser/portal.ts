import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { portalBuild, portalFolder } from '@staycover/portal';
import { type Client, httpClient } from '@staycover/testing';
import type { Page } from 'playwright-core';
import type { PlatformOptions } from '../platform/platform.ts';
import { desktop, startVisitor, type Visitor } from './visitor.ts';

export const light = { ...desktop, colorScheme: 'light' as const };

/** As wide as A4 with margins of 1 cm. */
export const paper = { ...light, viewport: { width: 718, height: 1_000 } };

/** A name that would be more than that where a page took it for HTML. */
export const markup = '<img src=x onerror=alert(1)> & Söhne';

export type Portal = Visitor & { http: Client };

const LONGEST_STORY_MS = 240_000;

/** A platform with the portal as it is now, a browser, and a client beside it. */
export const startPortal = async ({ env, ...options }: Partial<PlatformOptions> = {}): Promise<Portal> => {
  const PORTAL_DIR = portalFolder();
  if (!existsSync(PORTAL_DIR)) execFileSync(process.execPath, [portalBuild, PORTAL_DIR]);
  const visitor = await startVisitor({ ...options, env: { PORTAL_DIR, ...env } });
  return { ...visitor, http: httpClient(visitor.platform.gatewayUrl) };
};

/** The same for all stories of a file; it is there once they begin. */
export const portalForStories = (options?: Partial<PlatformOptions>): Portal => {
  jest.setTimeout(LONGEST_STORY_MS);
  const portal = {} as Portal;
  beforeAll(async () => {
    Object.assign(portal, await startPortal(options));
  });
  afterAll(() => portal.stop?.());
  return portal;
};

/** A draft over two properties, and its policy. */
export const draft = async (http: Client, organizationId: string) => {
  const property = (id: string, propertyName: string) => ({
    electionId: id,
    scopeType: 'PROPERTY',
    scopeId: id,
    action: 'INCLUDE',
    property: { propertyId: id, propertyName },
  });
  const { body: policy } = await http.post('/api/policy', {
    organizationId,
    name: markup,
    ratePerNight: 4.25,
    coverageElections: [property('p-1', 'Beach House'), property('p-2', markup)],
  });
  const { body: invoice } = await http.post(`/api/invoice/generate/${policy.id}`);
  return { policy: policy.id as string, invoice: invoice.id as string };
};

/** A thing of each kind, of an organization. */
export const everyKind = async (http: Client, organizationId: string) => {
  const deal = { crmDealId: 'D-1', organizationId, signatoryName: 'Dana Reyes', baseRatePerNight: 4.25 };
  const { body: contract } = await http.post('/api/webhook/crm/deal-closed', {
    ...deal,
    policy: { lossFundRatePerNight: 1.1 },
  });
  const { policy, invoice } = await draft(http, organizationId);
  await http.patch(`/api/policy/${policy}/status`, { status: 'ACTIVE' });
  for (const status of ['SENT', 'PAID']) await http.patch(`/api/invoice/${invoice}/status`, { status });
  const { body: claim } = await http.post('/api/claim', {
    organizationId,
    reservationReferenceId: 'RES-1',
    coverageType: 'CONTENTS',
    damageDescription: `A broken window, ${markup}`,
    estimateAmount: 350,
  });
  const { body: webhook } = await http.post('/api/webhook-endpoint', { organizationId, url: 'http://127.0.0.1:9/' });
  return { contract: contract.id, policy, invoice, claim: claim.id, webhook: webhook.id };
};
export type Kinds = Awaited<ReturnType<typeof everyKind>>;

/** Waits until a page has what it asked for. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main:not(:has(.skeleton))').waitFor();
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const press = (page: Page, name: string | RegExp) => button(page, name).click();

/** Opens the dialog of an action and agrees. */
export const act = async (page: Page, verb: string): Promise<void> => {
  await press(page, `${verb}…`);
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
};
/** Picks a person at the issuer, and is back at the page that was asked for. */
export const signInAs = async (page: Page, person: string): Promise<void> => {
  await button(page, 'Sign in').click();
  await page.getByRole('link', { name: person, exact: true }).click();
  await button(page, 'Sign out').waitFor();
};
