import type { ReservationBody, Reservation as ReservationResource } from '@staycover/api';
import type { ReservationKey } from '../domain/claim.ts';
import { insuranceCost, type Reservation, type SelectedPolicy } from '../domain/reservation.ts';

/** The reservation as a lookup shows it, with its token or without. */
export const reservationResource = (reservation: Reservation, claimToken: string | null): ReservationResource => ({
  reservationId: reservation.reservationId,
  reservationReferenceId: reservation.reservationReferenceId,
  arrivalDate: reservation.arrivalDate.toString(),
  departureDate: reservation.departureDate.toString(),
  numberOfNights: reservation.numberOfNights,
  numberOfGuests: reservation.numberOfGuests,
  property: reservation.property,
  propertyId: reservation.propertyId,
  selectedPolicies: reservation.selectedPolicies.map(({ deductible: _deductible, ...policy }) => policy),
  totalInsuranceCost: insuranceCost(reservation.selectedPolicies),
  claimToken,
  isInsured: reservation.selectedPolicies.length > 0,
});

/** A reservation from what its booking system states. */
export const reservationFrom = (organizationId: string, body: ReservationBody): Reservation => {
  const arrivalDate = Temporal.PlainDate.from(body.arrivalDate);
  const departureDate = Temporal.PlainDate.from(body.departureDate);
  const { property } = body;
  return {
    organizationId,
    reservationReferenceId: body.reservationReferenceId,
    reservationId: body.reservationId ?? null,
    arrivalDate,
    departureDate,
    numberOfNights: body.numberOfNights ?? arrivalDate.until(departureDate).days,
    numberOfGuests: body.numberOfGuests ?? null,
    property: property
      ? { id: property.id ?? null, name: property.name ?? null, address: property.address ?? null }
      : null,
    propertyId: body.propertyId ?? property?.id?.toString() ?? null,
    selectedPolicies: (body.selectedPolicies ?? []).map(selectedPolicy),
  };
};

export const selectedPolicy = (policy: NonNullable<ReservationBody['selectedPolicies']>[number]): SelectedPolicy => ({
  policyId: policy.policyId ?? null,
  policyName: policy.policyName ?? null,
  damageCoverage: policy.damageCoverage ?? null,
  liabilityCoverage: policy.liabilityCoverage ?? null,
  dwellingCoverage: policy.dwellingCoverage ?? null,
  deductible: policy.deductible ?? null,
  price: policy.price,
  currencyId: policy.currencyId ?? null,
});

export const reservationKey = (body: {
  reservationReferenceId?: string | null | undefined;
  reservationId?: number | null | undefined;
}): ReservationKey => ({
  reservationReferenceId: body.reservationReferenceId || null,
  reservationId: typeof body.reservationId === 'number' ? BigInt(body.reservationId) : null,
});
