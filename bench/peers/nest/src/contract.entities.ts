import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { numeric } from './database.js';

@Entity()
export class Contract {
  @PrimaryColumn('uuid') id: string;
  @Index() @Column('varchar') organizationId: string;
  @Column('varchar', { unique: true }) crmDealId: string;
  @Column('varchar', { unique: true }) contractReference: string;
  @Column('varchar') signatoryName: string;
  @Column('varchar', { nullable: true }) signatoryEmail: string | null;
  @Column('date') effectiveDate: string;
  @Column('date') expirationDate: string;
  @Column('int', { default: 12 }) termMonths: number;
  @Column('boolean', { default: true }) autoRenew: boolean;
  @Column(numeric()) baseRatePerNight: number;
  @Column('varchar', { default: 'USD' }) currency: string;
  @Column('varchar', { default: 'DRAFT' }) status: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdDate: Date;
  @VersionColumn() version: number;
}

@Entity()
@Index(['id'], { where: '"publishedAt" IS NULL' })
export class Outbox {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id: string;
  @Column('uuid') eventId: string;
  @Column('varchar') subject: string;
  @Column('jsonb') payload: object;
  @Column('timestamptz', { nullable: true }) publishedAt: Date | null;
}
