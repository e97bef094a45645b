import type { Route } from '@staycover/http';
import { type Platform, sessionUrl } from '@staycover/service';
import { readTemplates } from './adapters/mail-templates.ts';
import { smtpSender } from './adapters/send-mail.ts';
import { type InsightConfig, mailSettings } from './config.ts';
import { mailRoutes } from './http/mail-routes.ts';
import { startMailing } from './use-cases/send-mails.ts';

/**
 * Wires mails: their routes, and what sends them where a mail server is set.
 * @throws Error when a template is none, or uses what there is not.
 */
export const openMails = (platform: Platform, config: InsightConfig): { routes: Route[]; stop(): Promise<void> } => {
  const smtp = mailSettings(config);
  if (!smtp) return { routes: mailRoutes(platform, false), stop: async () => undefined };
  const mailing = startMailing({
    ...platform,
    publicUrl: config.PUBLIC_URL,
    templates: readTemplates(config.MAIL_TEMPLATES),
    send: smtpSender(smtp),
    pauses: config.mailPauses,
    url: sessionUrl(config),
    schema: platform.database.schema,
  });
  return { routes: mailRoutes(platform, true), stop: () => mailing.stop() };
};
