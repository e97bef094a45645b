import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer, answerTo, api } from '../data/api.ts';
import { moment, sentence } from '../data/format.ts';
import { mailQueries } from '../data/mail-queries.ts';
import { typedIn } from '../data/typed-in.ts';
import { Action } from '../ui/action.tsx';
import { Facts, Head, Part } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

type Mail = ResourceOf<'Mail'>;

/** A mail: its state and its text. */
export const MailPage = () => {
  const { id = '' } = useParams({ strict: false });
  return (
    <Resource heading="h1" found={useQuery(mailQueries.mail(id))}>
      {(answer) => {
        const { data: mail } = answer;
        return (
          <>
            <Head kind={`Mail to ${mail.organizationId}`} title={sentence(mail.notice)} state={mail.status}>
              <MailActions answer={answer} />
            </Head>
            <Facts
              facts={[
                ['To', mail.recipient],
                ['Sent', mail.sentAt && moment(mail.sentAt)],
                ['Attempts', String(mail.attempts)],
                ['Next attempt', mail.dueAt && moment(mail.dueAt)],
                ['Why not', mail.error],
                ['Event', moment(mail.eventAt)],
              ]}
            />
            {mail.text !== null && (
              <Part title={mail.subject ?? 'Text'}>
                <pre>{mail.text}</pre>
              </Part>
            )}
          </>
        );
      }}
    </Resource>
  );
};

const VERBS = { WAITING: 'Send again', BOUNCED: 'It came back' } as const;

const MailActions = ({ answer: { data: mail, allowed } }: { answer: Answer<Mail> }) =>
  (['WAITING', 'BOUNCED'] as const)
    .filter((status) => allowed.get('setMailStatus')?.includes(status))
    .map((status) => (
      <Action
        key={status}
        verb={VERBS[status]}
        isUnlisted
        send={(fields) =>
          answerTo(
            api.PATCH('/api/mail/{id}/status', {
              params: { path: { id: mail.id } },
              body: { status, reason: typedIn(fields, 'reason') || undefined },
            }),
          )
        }
      >
        {status === 'WAITING' ? (
          <p>The mail goes to the contact of {mail.organizationId} once more, as its template is now.</p>
        ) : (
          <label>
            What the mail that came back says
            <input name="reason" maxLength={500} />
          </label>
        )}
      </Action>
    ));
