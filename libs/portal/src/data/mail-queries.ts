import type { Resource } from '@staycover/client';
import { queryOptions } from '@tanstack/react-query';
import { answerTo, api } from './api.ts';
import { Problem } from './problem.ts';
import { many } from './queries.ts';

const PAGE = 50;

type Filter = {
  organizationId?: string | undefined;
  status?: Resource<'Mail'>['status'] | undefined;
  cursor?: string | undefined;
};

export const mailQueries = {
  mails: (filter: Filter) =>
    many('mails', filter, () =>
      answerTo(api.GET('/api/mail', { params: { query: { ...filter, order: 'newest', limit: PAGE } } })),
    ),
  mail: (id: string) =>
    queryOptions({
      queryKey: ['mail', id],
      queryFn: () => answerTo(api.GET('/api/mail/{id}', { params: { path: { id } } })),
      placeholderData: undefined,
    }),
  /** Where mails to an organization go; null without a contact. */
  contact: (organizationId: string) =>
    queryOptions({
      queryKey: ['mail-contact', organizationId],
      queryFn: () =>
        answerTo(api.GET('/api/mail-contact/{organizationId}', { params: { path: { organizationId } } })).then(
          ({ data }) => data,
          (error: unknown) => {
            if (error instanceof Problem && error.status === 404) return null;
            throw error;
          },
        ),
    }),
};
