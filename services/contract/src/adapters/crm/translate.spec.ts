import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Translation } from '../../use-cases/receive-deal.ts';
import { crmMappings } from './mapping.ts';
import { translateDeal } from './translate.ts';

const json = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const mappings = crmMappings.parse(json('../../../crm-mapping.json'));
const translate = translateDeal(mappings);

const hubspot = json('fixtures/hubspot-workflow.json');
const pipedrive = json('fixtures/pipedrive-v2.json');

describe('a deal from a CRM', () => {
  test('of a HubSpot workflow becomes canonical', () => {
    expect(translate(hubspot)).toMatchObject({
      deal: {
        crmDealId: '18274455120',
        organizationId: 'harborview',
        dealName: 'Harborview Rentals – annual',
        closedAt: '2025-11-19T11:45:11Z',
        currency: 'USD',
        effectiveDate: '2026-12-01',
        termMonths: '12',
        baseRatePerNight: '3.75',
        policy: { lossFundRatePerNight: '0.9' },
      },
    });
  });

  test('of a HubSpot workflow may also come with bare values', () => {
    const properties = {
      dealstage: 'closedwon',
      organization_id: 'acme',
      closedate: '2026-10-28',
      base_rate_per_night: '4.25',
    };
    expect(translate({ objectId: 7, properties })).toMatchObject({
      deal: { crmDealId: '7', organizationId: 'acme', closedAt: '2026-10-28T00:00:00Z', baseRatePerNight: '4.25' },
    });
  });

  test('has no id where its number is too long to be read exactly', () => {
    const properties = { dealstage: 'closedwon', organization_id: 'acme' };
    expect(translate({ objectId: 2 ** 60, properties })).toMatchObject({ deal: { organizationId: 'acme' } });
    expect(translate({ objectId: 2 ** 60, properties })).not.toHaveProperty('deal.crmDealId');
  });

  test('has no other organization where its number is too long to be read exactly', () => {
    const properties = { dealstage: 'closedwon', organization_id: 2 ** 60 };
    expect(translate({ objectId: 7, properties })).toMatchObject({ deal: { organizationId: 2 ** 60 } });
  });

  test('of Pipedrive v2 becomes canonical, empty fields left out', () => {
    expect(translate(pipedrive)).toEqual({
      toSourcePointer: expect.any(Function),
      deal: {
        crmDealId: '5521',
        organizationId: 'casa-norte',
        dealName: 'Casa Norte Stays',
        closedAt: '2026-11-19T12:05:11Z',
        currency: 'EUR',
        signatoryName: 'Lucía Marín',
        termMonths: 24,
        baseRatePerNight: 2.95,
      },
    });
  });

  test('of Pipedrive has what stands beside a value, as the currency of an amount', () => {
    const mapping = json('../../../crm-mapping.json');
    Object.assign(mapping.pipedrive.fields, {
      baseRatePerNight: 'rate',
      currency: 'rate.currency',
      notes: 'rate.value',
    });
    const data = { id: 1, status: 'won', rate: { type: 'monetary', value: 4, currency: 'EUR' } };
    expect(translateDeal(crmMappings.parse(mapping))({ meta: { entity: 'deal' }, data })).toMatchObject({
      deal: { baseRatePerNight: 4, currency: 'EUR', notes: '4' },
    });
  });

  test.each([
    [
      'HubSpot',
      { ...hubspot, properties: { ...hubspot.properties, dealstage: 'contractsent' } },
      /"contractsent", not closedwon/,
    ],
    ['HubSpot without a stage', { objectId: 1, properties: {} }, /null, not closedwon/],
    [
      'HubSpot with an object as its stage',
      { objectId: 1, properties: { dealstage: { toString: 1 } } },
      /\{"toString":1\}/,
    ],
    ['HubSpot with a long stage', { objectId: 1, properties: { dealstage: 'x'.repeat(9_000) } }, /^.{1,300}$/],
    ['Pipedrive, deleted', { meta: { action: 'delete', entity: 'deal' }, data: null }, /was deleted/],
    ['Pipedrive', { ...pipedrive, data: { ...pipedrive.data, status: 'lost' } }, /"lost", not won/],
  ])('that is not won is ignored: %s', (_crm, body, reason) => {
    expect(translate(body)).toEqual({ ignored: expect.stringMatching(reason) });
  });

  test.each(['1793491200000', 1_793_491_200_000, '2026-11-01'])('of HubSpot starts on the day %j', (day) => {
    const properties = {
      dealstage: 'closedwon',
      contract_start_date: { value: day },
      contract_end_date: '1824940800000',
    };
    expect(translate({ objectId: 1, properties })).toMatchObject({
      deal: { effectiveDate: '2026-11-01', expirationDate: '2027-10-31' },
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    [false, false],
    ['perhaps', 'perhaps'],
  ])('of HubSpot with a checkbox of %j renews by itself or not', (checkbox, autoRenew) => {
    const mapping = json('../../../crm-mapping.json');
    Object.assign(mapping.hubspot.fields, { autoRenew: 'auto_renew', 'policy.autoRenew': 'auto_renew' });
    const properties = { dealstage: 'closedwon', auto_renew: checkbox };
    expect(translateDeal(crmMappings.parse(mapping))({ objectId: 1, properties })).toMatchObject({
      deal: { autoRenew, policy: { autoRenew } },
    });
  });

  test('of HubSpot with an object as its closing time has that named as a fault', () => {
    const properties = { dealstage: 'closedwon', closedate: { toString: 1 } };
    expect(translate({ objectId: 1, properties })).toMatchObject({ deal: { closedAt: { toString: 1 } } });
  });

  test('of Pipedrive has ids as text, and the day of a time', () => {
    const mapping = json('../../../crm-mapping.json');
    const ids = { organizationId: 'org_id', pricingTier: 'tier.id', 'policy.productId': 'product_id' };
    Object.assign(mapping.pipedrive.fields, ids, { signedDate: 'won_time', effectiveDate: 'add_time' });
    const times = { won_time: '2026-11-19T12:05:11Z', add_time: '2026-11-18 09:00:00' };
    const data = { id: 1, status: 'won', org_id: 77, tier: { type: 'enum', id: 12 }, product_id: 5, ...times };
    expect(translateDeal(crmMappings.parse(mapping))({ meta: { entity: 'deal' }, data })).toMatchObject({
      deal: {
        organizationId: '77',
        pricingTier: '12',
        policy: { productId: '5' },
        signedDate: '2026-11-19',
        effectiveDate: '2026-11-18',
      },
    });
  });

  test('has fields at any depth mapped', () => {
    const mapping = json('../../../crm-mapping.json');
    const covered = { 'policy.coverage.contentsCoverage': 'contents', 'policy.coverage.deductible': 'deductible' };
    Object.assign(mapping.hubspot.fields, covered, { 'policy.name': 'policy_name' });
    const properties = { dealstage: 'closedwon', contents: '3000', deductible: '250', policy_name: 'P' };
    const translated = translateDeal(crmMappings.parse(mapping))({ objectId: 1, properties });
    expect(translated).toMatchObject({
      deal: { policy: { name: 'P', coverage: { contentsCoverage: '3000', deductible: '250' } } },
    });
    const { toSourcePointer } = translated as { toSourcePointer: (pointer: string) => string };
    expect(toSourcePointer('/policy/coverage/deductible')).toBe('/properties/deductible');
  });

  test('of HubSpot has several choices as a list, and its faults where they are', () => {
    const fields = { ...mappings.hubspot.fields, 'policy.supportedStates': 'states' };
    const translateStates = translateDeal({ ...mappings, hubspot: { ...mappings.hubspot, fields } });
    const properties = { dealstage: 'closedwon', organization_id: 'acme', states: 'FL; TX;' };
    const translated = translateStates({ objectId: 7, properties }) as Extract<Translation, { deal: unknown }>;
    expect(translated.deal).toMatchObject({ policy: { supportedStates: ['FL', 'TX'] } });
    expect(translated.toSourcePointer('/policy/supportedStates/1')).toBe('/properties/states/1');
    expect(translated.toSourcePointer('/policy/supportedStatesOther')).toBe('/policy/supportedStatesOther');
  });

  test('that is canonical already stays as it is', () => {
    const deal = { crmDealId: 'D-1', organizationId: 'acme' };
    expect(translate(deal)).toMatchObject({ deal });
  });

  test('leads from a fault to where the CRM wrote it', () => {
    const translated = translate(hubspot) as { toSourcePointer: (pointer: string) => string };
    expect(translated.toSourcePointer('/baseRatePerNight')).toBe('/properties/base_rate_per_night');
    expect(translated.toSourcePointer('/policy/lossFundRatePerNight')).toBe('/properties/loss_fund_rate_per_night');
    expect(translated.toSourcePointer('/crmDealId')).toBe('/objectId');
  });
});
