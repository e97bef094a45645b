import { claimProblems } from './claim-problems.ts';
import { edgeProblems } from './edge-problems.ts';
import { receivableProblems } from './receivable-problems.ts';

/** Every kind of error answer, by the last segment of its `type` address. */
export const problems = {
  ...edgeProblems,
  'malformed-json': {
    status: 400,
    title: 'Malformed JSON',
    description: 'The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.',
  },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    description: 'The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unauthenticated',
    description: 'Credentials are missing or not valid; for a webhook, its signature.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description:
      'You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description:
      'There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    description: 'The path does not have this method. The `Allow` header names those that it has.',
  },
  'invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    description: 'The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.',
  },
  'policy-final': {
    status: 409,
    title: 'Policy is final',
    description: 'A cancelled or superseded policy does not change any more.',
  },
  'retroactive-change': {
    status: 409,
    title: 'Retroactive change',
    description:
      'A policy that was active can change from `earliest` on. To change an earlier day, make a correction, with a reason.',
  },
  'notice-too-short': {
    status: 409,
    title: 'Notice too short',
    description: 'The cancellation needs notice: it can take effect on `earliest` or later.',
  },
  'policy-not-in-force': {
    status: 409,
    title: 'Policy is not in force',
    description: 'The policy is not in force on the day that the call is about, or can no longer be reinstated.',
  },
  'policy-not-bound': {
    status: 409,
    title: 'Policy is not bound',
    description: 'The policy was never ACTIVE, so there is nothing to correct and no cover to certify.',
  },
  'change-in-effect': {
    status: 409,
    title: 'Change is in effect',
    description:
      'Only a future change can be withdrawn, and no issue, renewal or hand-over. Correct the policy instead.',
  },
  'contract-final': {
    status: 409,
    title: 'Contract is final',
    description: 'An expired or terminated contract does not change any more.',
  },
  'enrollment-limit': {
    status: 409,
    title: 'Too many enrollments',
    description: 'A policy has at most 10,000 enrollments.',
  },
  'change-limit': {
    status: 409,
    title: 'Too many changes ahead',
    description: 'A policy has at most 100 changes that are still to take effect. Withdraw one, or wait for the next.',
  },
  'deal-conflict': {
    status: 409,
    title: 'Deal conflict',
    description:
      'The deal came before with other content. Change contract `contractId`; where that has ended, a new contract needs ' +
      'a deal of its own. Operators can read your body.',
  },
  ...claimProblems,
  'nothing-to-bill': {
    status: 409,
    title: 'Nothing to bill',
    description: 'The policy is cancelled or expired and all its nights are billed.',
  },
  'invoice-not-draft': {
    status: 409,
    title: 'Invoice is not a draft',
    description: 'Only a DRAFT can be sent to the provider or have its lines changed.',
  },
  'invoice-frozen': {
    status: 409,
    title: 'Invoice is frozen',
    description:
      'The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.',
  },
  'line-limit': {
    status: 409,
    title: 'Too many lines',
    description: 'An invoice has at most 200 manual lines.',
  },
  'order-line-immutable': {
    status: 409,
    title: 'Line of an order is immutable',
    description: 'Only manual lines can be removed.',
  },
  'draft-stale': {
    status: 409,
    title: 'Draft is stale',
    description:
      'The policy, its orders or its other invoices have changed, and the invoice would have the lower total `total`. Generate it again.',
  },
  'mail-not-configured': {
    status: 409,
    title: 'No mails are sent',
    description: 'The platform has no mail server. Its operator must set `SMTP_URL`.',
  },
  'webhook-endpoint-limit': {
    status: 409,
    title: 'Too many webhook endpoints',
    description: 'An organization has at most 100 webhook endpoints.',
  },
  'webhook-endpoint-not-active': {
    status: 409,
    title: 'Webhook endpoint is not active',
    description: 'The endpoint is DISABLED and gets no events. Make it ACTIVE first.',
  },
  ...receivableProblems,
  'invoice-not-deliverable': {
    status: 409,
    title: 'Invoice is not deliverable',
    description:
      'The payment provider cannot take the invoice: no contract has an email address, or the provider does not support amounts this small in the currency.',
  },
  'payment-provider-not-configured': {
    status: 409,
    title: 'Payment provider is not configured',
    description: 'Set the status to SENT instead and send the invoice yourself.',
  },
  'idempotency-key-in-flight': {
    status: 409,
    title: 'Idempotency key is in flight',
    description: 'The first request with this key is still running. Try again later.',
  },
  'version-mismatch': {
    status: 412,
    title: 'Version mismatch',
    description: 'The resource has changed since the version in `If-Match`. Read it again.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    description: 'The body is longer than 1 MiB, or its event would be longer than 256 KB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    description: 'Bodies are application/json, in UTF-8.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    description: 'The key was used with another body.',
  },
  'rate-limited': {
    status: 429,
    title: 'Rate limited',
    description: 'Too many requests; the `Retry-After` header has the seconds to wait.',
  },
  'budget-exceeded': {
    status: 429,
    title: 'Budget exceeded',
    description:
      'The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    description: 'An unexpected error. Search the logs for `errorId`.',
  },
  'payment-provider-failed': {
    status: 502,
    title: 'Payment provider failed',
    description: 'The payment provider refused the call or did not answer.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    description: 'A part of the platform is not available. Try again after `Retry-After`.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'Upstream timeout',
    description: 'No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key.',
  },
} as const satisfies Record<string, { status: number; title: string; description: string }>;

export type ProblemSlug = keyof typeof problems;
/** All of them, by status. */
export const problemSlugs = (Object.keys(problems) as ProblemSlug[]).toSorted(
  (a, b) => problems[a].status - problems[b].status,
);
