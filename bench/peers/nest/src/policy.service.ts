import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type QueryDeepPartialEntity, Repository } from 'typeorm';
import { Policy } from './policy.entities.js';

/** The policy as the interface shows it. */
const shown = ({ enrollments, ...policy }: Policy) => {
  const enrolledProperties = enrollments.map(({ id: _id, ...enrollment }) => enrollment);
  const activeEnrollments = enrolledProperties.filter(({ active }) => active);
  return { ...policy, enrolledProperties, activeEnrollments, activeEnrollmentCount: activeEnrollments.length };
};

@Injectable()
export class PolicyService {
  constructor(@InjectRepository(Policy) private readonly policies: Repository<Policy>) {}

  async get(id: string) {
    const policy = await this.query().where('policy.id = :id', { id }).getOne();
    if (!policy) throw new NotFoundException(`There is no policy ${id}`);
    return shown(policy);
  }

  async find(contractId: string) {
    return (await this.query().where('policy.contractId = :contractId', { contractId }).getMany()).map(shown);
  }

  /** One UPDATE, which counts the version, too. */
  async update(id: string, changes: QueryDeepPartialEntity<Policy>) {
    const { affected } = await this.policies.update({ id }, { ...changes, lastModifiedBy: 'api' });
    if (!affected) throw new NotFoundException(`There is no policy ${id}`);
    return this.get(id);
  }

  /** One statement, where find() would look for the id first. */
  private query() {
    return this.policies.createQueryBuilder('policy').leftJoinAndSelect('policy.enrollments', 'enrollment');
  }
}
