import type { Claim } from '@staycover/api';
import { newId } from '@staycover/kernel';
import type { Answer, TestService } from '@staycover/testing';

/** Reservations and claims of a service under test, over HTTP. */
export const claimsOn = (service: () => TestService) => {
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    service().http.post(path, body, headers);

  /** A stay of three nights with a cover of 3,000 and a deductible of 250 by default. */
  const stay = async (changes: Record<string, unknown> = {}) => {
    const { body } = await post('/api/reservation', {
      organizationId: 'acme',
      reservationReferenceId: `RES-${newId()}`,
      arrivalDate: '2026-11-12',
      departureDate: '2026-11-15',
      selectedPolicies: [{ policyName: 'Damage', damageCoverage: 3_000, deductible: 250, price: 24.9 }],
      ...changes,
    });
    return body as { reservationReferenceId: string; claimToken: string; propertyId: string | null };
  };

  const makeDraft = (changes: Record<string, unknown> = {}) => ({
    organizationId: 'acme',
    reservationReferenceId: `RES-${newId()}`,
    damageDate: '2026-11-13',
    damageDescription: 'The television fell off the wall.',
    estimateAmount: 600,
    ...changes,
  });

  return {
    stay,
    makeDraft,
    post,
    submit: (changes?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer> =>
      post('/api/claim', makeDraft(changes), headers),
    put: (id: string, body: unknown, headers?: Record<string, string>) =>
      service().http.put(`/api/claim/${id}`, body, headers),
    move: (id: string, status: string, headers?: Record<string, string>) =>
      service().http.patch(`/api/claim/${id}/status`, { status }, headers),
    read: async (id: string) => (await service().http.get(`/api/claim/${id}`)).body as Claim,
  };
};
