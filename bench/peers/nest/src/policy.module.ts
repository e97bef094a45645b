import { Body, Controller, Get, Module, Param, ParseUUIDPipe, Put, Query } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IsBoolean, IsNotEmpty, IsNumber, IsOptional, IsPositive, IsString, IsUUID, MaxLength } from 'class-validator';
import { database } from './database.js';
import { DealClosedConsumer } from './deal-closed.consumer.js';
import { NatsModule } from './nats.module.js';
import { Enrollment, Inbox, Policy } from './policy.entities.js';
import { PolicyService } from './policy.service.js';

class UpdatePolicyDto {
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(200) name?: string;
  @IsOptional() @IsNumber({ maxDecimalPlaces: 4 }) @IsPositive() ratePerNight?: number;
  @IsOptional() @IsBoolean() autoRenew?: boolean;
}

class FindPoliciesDto {
  @IsUUID() contractId: string;
}

@Controller()
class PolicyController {
  constructor(private readonly policies: PolicyService) {}

  @Get('policy')
  find(@Query() { contractId }: FindPoliciesDto) {
    return this.policies.find(contractId);
  }

  @Get('policy/:id')
  get(@Param('id', ParseUUIDPipe) id: string) {
    return this.policies.get(id);
  }

  @Put('policy/:id')
  update(@Param('id', ParseUUIDPipe) id: string, @Body() changes: UpdatePolicyDto) {
    return this.policies.update(id, changes);
  }
}

@Module({
  imports: [database('policy', [Policy, Enrollment, Inbox]), TypeOrmModule.forFeature([Policy]), NatsModule],
  controllers: [PolicyController],
  providers: [PolicyService, DealClosedConsumer],
})
export class PolicyModule {}
