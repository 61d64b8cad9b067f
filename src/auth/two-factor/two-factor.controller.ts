import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, SessionActor } from '../../common/security/actor';
import { Authenticated, OwnAccount, CurrentActor } from '../../common/security/access.decorators';
import {
  BeginTwoFactorDto,
  ConfirmTwoFactorDto,
  DisableTwoFactorDto,
  RecoveryCodesData,
  TwoFactorData,
  TwoFactorSetupData,
  toRecoveryCodes,
  toTwoFactor,
  toTwoFactorSetup,
} from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

const wrong = '`errors.password` or `errors.code`.';

/** Of customers, for their own account. */
@ApiTags('Profile')
@Controller('user/second-factor')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /** Two-factor status of the signed-in account. */
  @Get()
  @Authenticated('user')
  @OwnAccount()
  async getTwoFactor(@CurrentActor() actor: Actor): Promise<TwoFactorData> {
    return toTwoFactor(await this.twoFactor.getStatus(actor));
  }

  /** Creates a secret for an authenticator app. It takes effect once a code is confirmed within 15 minutes. */
  @Post('begin')
  @HttpCode(200)
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({ 409: 'SECOND_FACTOR_ON.', 422: wrong })
  async beginTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password }: BeginTwoFactorDto,
  ): Promise<TwoFactorSetupData> {
    return toTwoFactorSetup(await this.twoFactor.begin(actor, password));
  }

  /**
   * Enables two-factor authentication with a first code, ends your other sessions and returns ten recovery
   * codes.
   */
  @Post('confirm')
  @HttpCode(200)
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({ 409: 'SECOND_FACTOR_ON or SETUP_NOT_BEGUN.', 422: wrong })
  @Envelope({ message: true })
  async confirmTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { code }: ConfirmTwoFactorDto,
  ): Promise<RecoveryCodesData> {
    return toRecoveryCodes(
      await this.twoFactor.confirm(actor, code),
      'Two-factor authentication is on.',
    );
  }

  /**
   * Makes ten new recovery codes, which void those before. Needs a sign-in within the last 15 minutes.
   */
  @Post('recovery-codes')
  @HttpCode(200)
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({ 403: 'REAUTHENTICATION_REQUIRED.', 409: 'SECOND_FACTOR_OFF.' })
  @Envelope({ message: true })
  async replaceRecoveryCodes(@CurrentActor() actor: SessionActor): Promise<RecoveryCodesData> {
    return toRecoveryCodes(
      await this.twoFactor.replaceRecoveryCodes(actor),
      'Your new recovery codes replace all the earlier ones.',
    );
  }

  /** Disables two-factor authentication. */
  @Post('disable')
  @HttpCode(200)
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({ 409: 'SECOND_FACTOR_OFF.', 422: wrong })
  async disableTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password, code }: DisableTwoFactorDto,
  ): Promise<MessageResponse> {
    return this.twoFactor
      .disable(actor, password, code)
      .then(() => message('Two-factor authentication is off.'));
  }
}
