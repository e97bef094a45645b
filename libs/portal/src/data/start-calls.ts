import type { Role } from './role.ts';

/** What the calls so far have made. */
export type Story = { organization: string; deal: string; contract?: string; policy?: string; invoice?: string };

export type StartCall = {
  title: string;
  why: string;
  /** What its sender needs where credentials are asked for; a signed deal needs none. */
  role?: Role;
  /** The answer that shows it worked. */
  expects: number;
  method: 'POST' | 'PUT' | 'PATCH';
  path: (story: Story) => string;
  body: (story: Story) => object | undefined;
  /** What the answer adds to the story. */
  learn?: (answer: { id?: string }, link: string | null) => Partial<Story>;
};

const statusPath = ({ invoice = '…' }: Story): string => `/api/invoice/${invoice}/status`;

const DEAL: StartCall = {
  title: 'A deal is won',
  why: 'Your CRM sends it: 4.25 USD a night, of which 1.10 go to a fund for losses. It makes a contract and a policy.',
  expects: 201,
  method: 'POST',
  path: () => '/api/webhook/crm/deal-closed',
  body: ({ organization, deal }) => ({
    crmDealId: deal,
    organizationId: organization,
    signatoryName: 'Dana Reyes',
    baseRatePerNight: 4.25,
    policy: { lossFundRatePerNight: 1.1 },
  }),
  learn: ({ id }, link) => ({
    ...(id && { contract: id }),
    policy: /\/api\/policy\/([^>]+)>/.exec(link ?? '')?.[1] ?? '',
  }),
};

/** Where credentials are asked for, deals come signed from a CRM alone. */
const POLICY: StartCall = {
  title: 'A policy is made',
  why: 'It costs 4.25 USD a night, of which 1.10 go to a fund for losses. In use, the signed deals of your CRM make policies.',
  role: 'underwrite',
  expects: 201,
  method: 'POST',
  path: () => '/api/policy',
  body: ({ organization }) => ({ organizationId: organization, ratePerNight: 4.25, lossFundRatePerNight: 1.1 }),
  learn: ({ id }) => (id ? { policy: id } : {}),
};

const FOLLOWING: readonly StartCall[] = [
  {
    title: 'Elect cover for a property',
    why: 'The policy covers every night of the property from today on.',
    role: 'write',
    expects: 200,
    method: 'PUT',
    path: ({ policy = '…' }) => `/api/policy/${policy}`,
    body: () => ({
      coverageElections: [
        {
          electionId: 'el-1',
          scopeType: 'PROPERTY',
          scopeId: 'prop-101',
          action: 'INCLUDE',
          property: { propertyId: 'prop-101', propertyName: 'Beach House', state: 'FL' },
        },
      ],
    }),
  },
  {
    title: 'Invoice the covered nights of this month',
    why: 'It makes a draft. Sent again, the same draft is brought up to date.',
    role: 'finance',
    expects: 201,
    method: 'POST',
    path: ({ policy = '…' }) => `/api/invoice/generate/${policy}`,
    body: () => undefined,
    learn: ({ id }) => (id ? { invoice: id } : {}),
  },
  {
    title: 'Try what is not allowed',
    why: 'A draft cannot be paid: the answer is 409, and names what is possible instead.',
    role: 'finance',
    expects: 409,
    method: 'PATCH',
    path: statusPath,
    body: () => ({ status: 'PAID' }),
  },
  {
    title: 'Send it',
    why: 'The customer gets it, and has a month to pay.',
    role: 'finance',
    expects: 200,
    method: 'PATCH',
    path: statusPath,
    body: () => ({ status: 'SENT' }),
  },
  {
    title: 'Get paid',
    why: 'What was paid is split into premium and loss fund, once and to the cent: watch the reserve split arrive.',
    role: 'finance',
    expects: 200,
    method: 'PATCH',
    path: statusPath,
    body: () => ({ status: 'PAID' }),
  },
];

/** From an empty platform to a paid invoice. */
export const startCalls = (asksForCredentials: boolean): readonly StartCall[] => [
  asksForCredentials ? POLICY : DEAL,
  ...FOLLOWING,
];

/** The roles that some calls need, each once. */
export const rolesFor = (calls: readonly StartCall[]): Role[] => [...new Set(calls.flatMap(({ role }) => role ?? []))];

const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Whether the next call can follow. A call that is sent again, because its answer was lost, finds done what it asks for. */
export const isExpected = ({ expects }: StartCall, status: number): boolean =>
  status === expects || (isOk(status) && isOk(expects));

/** One word for a shell: the organization is from an address that somebody else may have made. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same call for a shell. */
export const toCurl = (
  origin: string,
  { method, path, body }: StartCall,
  story: Story,
  asksForCredentials: boolean,
): string => {
  const json = body(story);
  const token = asksForCredentials ? ` -H "Authorization: Bearer $TOKEN"` : '';
  const data = json ? ` -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(json))}` : '';
  return `curl -X ${method} ${origin}${path(story)}${token}${data}`;
};
