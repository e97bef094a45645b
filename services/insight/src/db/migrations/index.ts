import type { Migrations } from '@staycover/db';
import { Events } from './0001-events.ts';
import { WebhookEndpoints } from './0002-webhook-endpoints.ts';
import { Mails } from './0003-mails.ts';
import { FoldedTerms } from './0004-folded-terms.ts';
import { TermsByOrganization } from './0005-terms-by-organization.ts';
import { SecretIssued } from './0006-secret-issued.ts';
import { Counts } from './0007-counts.ts';
import { MailTurns } from './0008-mail-turns.ts';
import { MailAge } from './0009-mail-age.ts';
import { FailedAttempts } from './0010-failed-attempts.ts';

export const migrations: Migrations = {
  '0001-events': Events,
  '0002-webhook-endpoints': WebhookEndpoints,
  '0003-mails': Mails,
  '0004-folded-terms': FoldedTerms,
  '0005-terms-by-organization': TermsByOrganization,
  '0006-secret-issued': SecretIssued,
  '0007-counts': Counts,
  '0008-mail-turns': MailTurns,
  '0009-mail-age': MailAge,
  '0010-failed-attempts': FailedAttempts,
};
