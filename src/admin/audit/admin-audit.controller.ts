import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AuditChainService } from '../../audit/audit-chain.service';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { AuditExportService } from './audit-export.service';
import { toAuditFilter } from './audit-filter.mapper';
import { AuditLogsService } from './audit-logs.service';
import {
  AuditChainData,
  toAuditChain,
  AuditFilterQuery,
  ExportAuditDto,
  AuditLogListData,
  toAuditLogList,
} from './audit.dto';

const PER_PAGE = 15;
const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Admin audit')
@Controller('admin/audit')
export class AdminAuditController {
  constructor(
    private readonly logs: AuditLogsService,
    private readonly exports: AuditExportService,
    private readonly chain: AuditChainService,
  ) {}

  /** Audit log, newest first. Entries of high severity are hidden from a sub-admin. */
  @Get('logs')
  @Authenticated('admin', 'sub-admin')
  async adminAuditLogs(
    @CurrentActor() actor: Actor,
    @Query() query: AuditFilterQuery,
  ): Promise<AuditLogListData> {
    const filter = toAuditFilter(query);
    const [entries, statistics] = await this.logs.list(
      actor,
      filter,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAuditLogList(entries, statistics, actor.role === 'admin');
  }

  /** All matching entries, as a file named `audit-logs-{date}.csv` or `.json`. The export itself is audited. */
  @Post('export')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiOkResponse({
    description: 'The file.',
    content: { 'text/csv': FILE, 'application/json': FILE },
  })
  async adminExportAudit(
    @CurrentActor() actor: Actor,
    @Body() body: ExportAuditDto,
  ): Promise<StreamableFile> {
    const file = await this.exports.export(actor, body.format, toAuditFilter(body));
    return new StreamableFile(file.content, {
      type: file.type,
      disposition: `attachment; filename="${file.name}"`,
    });
  }

  /** Verifies the hash chain of the whole log. */
  @Get('verify')
  @Authenticated('admin')
  async adminVerifyAudit(): Promise<AuditChainData> {
    return toAuditChain(await this.chain.verify());
  }
}
