import {
  Controller,
  Get,
  HttpCode,
  Post,
  Query,
  Body,
  Param,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, Envelope, toDownload } from '../../common/http/api.decorators';
import { ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { AdminProxiesService } from './admin-proxies.service';
import { SHEET_TYPES } from '../exports/sheet-file';
import {
  AdminProxyListData,
  ExportProxiesDto,
  ListProxiesQuery,
  AdminProxyResponse,
} from './proxies.dto';

const UNKNOWN = 'No proxy has this id.';

@ApiTags('Admin proxies')
@Controller('admin/proxies')
export class AdminProxiesController {
  constructor(private readonly proxies: AdminProxiesService) {}

  /** All proxies, newest first. */
  @Get('all')
  @StaffOnly('proxies.read')
  adminListProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ListProxiesQuery,
  ): Promise<AdminProxyListData> {
    return this.proxies.list(actor, query);
  }

  /** All proxies that match, as a file named `proxies-{date}.csv` or `.xlsx`. The export itself is audited. */
  @Post('all/export')
  @HttpCode(200)
  @StaffOnly('lists.export')
  @ApiErrors({ 422: 'A filter is invalid, or a workbook would have more than a million rows.' })
  @ApiFile('The file.', 'text/csv', SHEET_TYPES.xlsx)
  async adminExportProxies(
    @CurrentActor() actor: Actor,
    @Body() body: ExportProxiesDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.proxies.export(actor, body));
  }

  /** Suspends a proxy; its open connections are closed within five seconds. */
  @StaffAction('proxies.manage', ':id/suspend', {
    404: UNKNOWN,
    409: 'PROXY_EXPIRED or ALREADY_SUSPENDED.',
  })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  adminSuspendProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return this.proxies.suspend(actor, id, reason);
  }

  /** Resumes a suspended proxy, unless the account of its owner is suspended or closed. */
  @StaffAction('proxies.manage', ':id/resume', {
    404: UNKNOWN,
    409: 'PROXY_EXPIRED, NOT_SUSPENDED or SUSPENDED_WITH_OWNER.',
  })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  adminResumeProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return this.proxies.resume(actor, id, reason);
  }

  /** Reissues the username and password of a proxy; the old ones stop working immediately. */
  @StaffAction('proxies.manage', ':id/reissue-credentials', {
    404: UNKNOWN,
    409: 'PROXY_EXPIRED.',
  })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  adminReissueProxyCredentials(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return this.proxies.reissueCredentials(actor, id, reason);
  }
}
