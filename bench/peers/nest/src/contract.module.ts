import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { IsInt, IsNotEmpty, IsNumber, IsOptional, IsPositive, IsString, MaxLength } from 'class-validator';
import { Contract, Outbox } from './contract.entities.js';
import { ContractService } from './contract.service.js';
import { database } from './database.js';
import { NatsModule } from './nats.module.js';
import { OutboxRelay } from './outbox.relay.js';

class DealClosedDto {
  @IsString() @IsNotEmpty() @MaxLength(200) crmDealId: string;
  @IsString() @IsNotEmpty() @MaxLength(200) organizationId: string;
  @IsString() @IsNotEmpty() @MaxLength(200) signatoryName: string;
  @IsNumber({ maxDecimalPlaces: 4 }) @IsPositive() baseRatePerNight: number;
  @IsOptional() @IsInt() @IsPositive() termMonths?: number;
}

@Controller()
class ContractController {
  constructor(private readonly contracts: ContractService) {}

  @Post('webhook/crm/deal-closed')
  @HttpCode(201)
  dealClosed(@Body() deal: DealClosedDto): Promise<Contract> {
    return this.contracts.close(deal);
  }
}

@Module({
  imports: [database('contract', [Contract, Outbox]), NatsModule],
  controllers: [ContractController],
  providers: [ContractService, OutboxRelay],
})
export class ContractModule {}
