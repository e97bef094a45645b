import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { numeric } from './database.js';

/** Each column has options of its own: TypeORM writes its type into them. */
const optional = () => ({ nullable: true });

/** A column for each member that a policy has on the interface, but for the two lists that its enrollments make. */
@Entity()
export class Policy {
  @PrimaryColumn('uuid') id: string;
  @Index() @Column('varchar') organizationId: string;
  @Index() @Column('uuid', optional()) contractId: string | null;
  @Column('varchar', optional()) partnerPolicyId: string | null;
  @Column('varchar', optional()) policyReference: string | null;
  @Column('varchar', optional()) name: string | null;
  @Column('jsonb', optional()) coverage: object | null;
  @Column(numeric()) ratePerNight: number | null;
  @Column(numeric()) ratePerMonth: number | null;
  @Column(numeric()) ratePerReservation: number | null;
  @Column(numeric()) lossFundRatePerNight: number | null;
  @Column('varchar', optional()) billingFrequency: string | null;
  @Column('jsonb', optional()) rateTableVersions: object | null;
  @Column('jsonb', optional()) eligibilityOverrides: object | null;
  @Column('varchar', { default: 'USD' }) currency: string;
  @Column('date') termStart: string;
  @Column('date') termEnd: string;
  @Column('boolean', { default: true }) autoRenew: boolean;
  @Column('varchar', { default: 'PENDING' }) status: string;
  @Column('varchar', optional()) onboardingSource: string | null;
  @Column('varchar', optional()) productId: string | null;
  @Column('varchar', optional()) productCode: string | null;
  @Column('varchar', optional()) planId: string | null;
  @Column('varchar', optional()) appliesTo: string | null;
  @Column('jsonb', optional()) supportedStates: string[] | null;
  @Column('jsonb', optional()) supportedCountries: string[] | null;
  @Column('jsonb', optional()) excludedPropertyTypes: string[] | null;
  @Column('jsonb', optional()) coveredCategories: string[] | null;
  @Column('int', optional()) minNights: number | null;
  @Column('int', optional()) maxNights: number | null;
  @Column('jsonb', optional()) categoryExclusions: object | null;
  @Column(numeric()) selectedSelfCoverage: number | null;
  @Column('uuid', optional()) currentRenewalId: string | null;
  @Column('uuid', optional()) previousPolicyId: string | null;
  @Column('uuid', optional()) supersededByPolicyId: string | null;
  @Column('timestamptz', optional()) renewalNotice60SentAt: Date | null;
  @Column('timestamptz', optional()) renewalNotice30SentAt: Date | null;
  @Column('timestamptz', optional()) renewalNotice7SentAt: Date | null;
  @Column('timestamptz', optional()) renewalManualReviewFlaggedAt: Date | null;
  @Column('int', { default: 0 }) renewalCount: number;
  @Column('varchar', optional()) createdBy: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdDate: Date;
  @Column('varchar', optional()) lastModifiedBy: string | null;
  @UpdateDateColumn({ type: 'timestamptz' }) lastModifiedDate: Date;
  @VersionColumn() version: number;
  @Column('jsonb', optional()) additionalInsureds: object | null;
  @Column('jsonb', optional()) coverageElections: object | null;
  @Column('boolean', { default: false }) coverageV4Managed: boolean;
  @Column('varchar', optional()) pricingSource: string | null;
  @Column('varchar', optional()) productLine: string | null;
  @Column('timestamptz', optional()) boundAt: Date | null;
  @Column('date', optional()) nextChangeOn: string | null;
  @Column('jsonb', optional()) cancellation: object | null;
  @OneToMany(
    () => Enrollment,
    ({ policy }) => policy,
  )
  enrollments: Enrollment[];
}

@Entity()
export class Enrollment {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id: string;
  @Index()
  @ManyToOne(
    () => Policy,
    ({ enrollments }) => enrollments,
  )
  policy: Policy;
  @Column('varchar') propertyId: string;
  @Column('varchar', optional()) propertyReferenceId: string | null;
  @Column('varchar', optional()) propertyName: string | null;
  @Column('date') enrolledDate: string;
  @Column('date', optional()) unenrolledDate: string | null;
  @Column('boolean', { default: true }) active: boolean;
  @Column(numeric()) rateOverridePerNight: number | null;
  @Column('varchar', optional()) planId: string | null;
  @Column('jsonb', optional()) endorsementSelections: object | null;
  @Column(numeric()) computedRatePerNight: number | null;
  @Column(numeric()) computedRatePerMonth: number | null;
}

@Entity()
export class Inbox {
  @PrimaryColumn('uuid') eventId: string;
}
