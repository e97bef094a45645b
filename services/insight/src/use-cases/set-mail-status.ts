import type { Work } from '@staycover/change';
import { type Actor, assertTransition } from '@staycover/kernel';
import { loadMail, type Mail, moveMail } from '../db/mails.ts';
import { mailDecisions } from '../domain/mail.ts';

type MailDecision = { status: 'WAITING' | 'BOUNCED'; reason: string | null };

/** Moves a mail as a person decided. The same status again changes nothing but the reason why it is BOUNCED. */
export const setMailStatus = async (
  tx: Work,
  actor: Actor,
  id: string,
  { status, reason }: MailDecision,
): Promise<Mail> => {
  const mail = await loadMail(tx, actor, id);
  if (mail.status === status) {
    if (status === 'BOUNCED' && reason !== null) await moveMail(tx, mail, status, reason);
  } else {
    assertTransition('mail', mailDecisions, mail.status, status);
    const isMoved = await moveMail(tx, mail, status, reason);
    if (!isMoved) assertTransition('mail', mailDecisions, (await loadMail(tx, actor, id)).status, status);
  }
  return loadMail(tx, actor, id);
};
