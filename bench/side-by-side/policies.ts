import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Send } from './load.ts';

const DAYS = 365;

/** A policy with something in every member that a policy can have, and three properties. */
const policyBody = (n: number) => {
  const termStart = Temporal.Now.plainDateISO('UTC').subtract({ days: 30 });
  const day = (days: number): string => termStart.add({ days }).toString();
  return {
    organizationId: `bench-${n % 50}`,
    partnerPolicyId: `partner-${n}`,
    name: `Damage protection of portfolio ${n}`,
    coverage: {
      contentsCoverage: 25_000,
      liabilityCoverage: 1_000_000,
      deductible: 250,
      coverageCurrency: 'USD',
      endorsements: ['PET_DAMAGE', 'BED_BUGS'],
      endorsementSelections: [{ endorsementId: 'PET_DAMAGE', limit: 2_500, ratePerNight: 0.35 }],
    },
    ratePerNight: 4.25,
    ratePerMonth: 127.5,
    lossFundRatePerNight: 1.1,
    rateTableVersions: [1, 2, 3].map((version) => ({
      version,
      effectiveFrom: day((version - 1) * 10),
      ratePerNight: 4 + version / 4,
      lossFundRatePerNight: 1 + version / 10,
    })),
    eligibilityOverrides: { maxGuests: 12, reason: 'agreed with underwriting' },
    termStart: day(0),
    termEnd: day(DAYS - 1),
    productCode: 'DMG-PRO',
    supportedStates: ['FL', 'GA', 'CO', 'TX'],
    supportedCountries: ['US', 'CA'],
    excludedPropertyTypes: ['HOUSEBOAT', 'TENT'],
    additionalInsureds: [{ name: 'Palm Coast Lending LLC', relationship: 'MORTGAGEE' }],
    enrolledProperties: ['a', 'b', 'c'].map((property) => ({
      propertyId: `property-${n}-${property}`,
      propertyReferenceId: `REF-${n}-${property}`,
      propertyName: `Beach House ${property}`,
      state: 'FL',
      country: 'US',
      enrolledDate: day(0),
    })),
  };
};

type Shown = { id: string; enrolledProperties: object[] } & Record<string, unknown>;

const TRIES = 20;
const AGAIN_AFTER_MS = 250;

/** Makes a policy by the interface and returns how it shows it; what has just started may be too busy at first. */
export const createPolicy = async (send: Send, n: number, tries = TRIES): Promise<Shown> => {
  try {
    return JSON.parse(await send({ method: 'POST', path: '/api/policy', body: policyBody(n) }));
  } catch (error) {
    if (tries === 1) throw error;
    await delay(AGAIN_AFTER_MS);
    return createPolicy(send, n, tries - 1);
  }
};

/** The same policies in the peer's tables, so that every side answers the same members. */
export const copyToPeer = async (databaseUrl: string, policies: readonly Shown[]): Promise<void> => {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await insert(admin, 'policy', policies);
    const enrollments = policies.flatMap(({ id, enrolledProperties }) =>
      enrolledProperties.map((each) => ({ ...each, policyId: id })),
    );
    await insert(admin, 'enrollment', enrollments);
    await admin.query('analyze policy.policy, policy.enrollment');
  } finally {
    await admin.end();
  }
};

const COLUMNS = `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
  where table_schema = 'policy' and table_name = $1 and is_identity = 'NO'`;

const insert = async (admin: pg.Client, table: string, rows: readonly object[]): Promise<void> => {
  const columns = (await admin.query<{ columns: string }>(COLUMNS, [table])).rows[0]!.columns;
  await admin.query(
    `insert into policy.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::policy.${table}, $1)`,
    [JSON.stringify(rows)],
  );
};

/** @throws when a side leaves out a member that another shows. */
export const assertAlike = (ours: string, other: string): void => {
  const shown = Object.keys(JSON.parse(other));
  const missing = Object.keys(JSON.parse(ours)).filter((member) => !shown.includes(member));
  if (missing.length > 0) throw new Error(`The peer does not show ${missing.join(', ')}`);
};
