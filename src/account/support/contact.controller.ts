import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RateLimit, ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { Public } from '../../common/security/access.decorators';
import { MINUTE } from '../../common/time/clock';
import { SettingsService } from '../../settings/settings.service';
import { ContactService } from './contact.service';
import { ContactDto } from './support.dto';

const CALLS = 6;
const OVER = 15 * MINUTE;

@ApiTags('Support')
@Controller('contact')
export class ContactController {
  constructor(
    private readonly contact: ContactService,
    private readonly settings: SettingsService,
  ) {}

  /** Sends a message to the shop's support. At most six in 15 minutes from one IP address. */
  @Post()
  @HttpCode(200)
  @Public()
  @RateLimit('contact', CALLS, OVER)
  @ApiErrors({ 422: 'A field is missing or invalid.' })
  async contactSales(@Body() { website, ...sent }: ContactDto): Promise<MessageResponse> {
    // A program that filled the hidden field in learns nothing from the answer.
    if (!website) await this.contact.pass(sent);
    const { supportReplyTime } = await this.settings.current();
    return message(`Thank you. We will reply ${supportReplyTime}.`);
  }
}
