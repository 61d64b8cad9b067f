import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiFile, toDownload } from '../../common/http/api.decorators';
import { AuditChainService } from '../../audit/audit-chain.service';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { AuditLogsService } from './audit-logs.service';
import {
  AuditChainData,
  toAuditChain,
  AuditFilterQuery,
  ExportAuditDto,
  AuditLogListData,
} from './audit.dto';

@ApiTags('Admin audit')
@Controller('admin/audit')
export class AdminAuditController {
  constructor(
    private readonly logs: AuditLogsService,
    private readonly chain: AuditChainService,
  ) {}

  /** Audit log, newest first. Entries of high severity are hidden from a sub-admin. */
  @Get('logs')
  @StaffOnly('audit.read')
  adminAuditLogs(
    @CurrentActor() actor: Actor,
    @Query() query: AuditFilterQuery,
  ): Promise<AuditLogListData> {
    return this.logs.list(actor, query);
  }

  /** All matching entries, as a file named `audit-logs-{date}.csv` or `.json`. The export itself is audited. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('audit.export')
  @ApiFile('The file.', 'text/csv', 'application/json')
  async adminExportAudit(
    @CurrentActor() actor: Actor,
    @Body() body: ExportAuditDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.logs.export(actor, body));
  }

  /** Verifies the hash chain of the whole log. */
  @Get('verify')
  @StaffOnly('audit.export')
  async adminVerifyAudit(): Promise<AuditChainData> {
    return toAuditChain(await this.chain.verify());
  }
}
