import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import {
  AllowWithoutTwoFactor,
  Authenticated,
  CurrentActor,
  OwnAccount,
  AnyStaff,
} from '../../common/security/access.decorators';
import type { Actor, SessionActor } from '../../common/security/actor';
import {
  BeginTwoFactorDto,
  ConfirmTwoFactorDto,
  DisableTwoFactorDto,
  RecoveryCodesData,
  TwoFactorData,
  TwoFactorSetupData,
} from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

const wrong = '`errors.password` or `errors.code`.';

/** Of customers, for their own account. */
@ApiTags('Profile')
@Controller('user/second-factor')
@Authenticated('user')
@OwnAccount()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /** Two-factor status of the signed-in account. */
  @Get()
  getTwoFactor(@CurrentActor() actor: Actor): Promise<TwoFactorData> {
    return this.twoFactor.getStatus(actor);
  }

  /** Creates a secret for an authenticator app. It takes effect once a code is confirmed within 15 minutes. */
  @Post('begin')
  @HttpCode(200)
  @ApiErrors({ 409: 'SECOND_FACTOR_ON.', 422: wrong })
  beginTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password }: BeginTwoFactorDto,
  ): Promise<TwoFactorSetupData> {
    return this.twoFactor.begin(actor, password);
  }

  /**
   * Enables two-factor authentication with a first code, ends your other sessions and returns ten recovery
   * codes.
   */
  @Post('confirm')
  @HttpCode(200)
  @ApiErrors({ 409: 'SECOND_FACTOR_ON or SETUP_NOT_BEGUN.', 422: wrong })
  @Envelope({ message: true })
  async confirmTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { code }: ConfirmTwoFactorDto,
  ): Promise<RecoveryCodesData> {
    const recovery_codes = await this.twoFactor.confirm(actor, code);
    return withMessage({ recovery_codes }, 'Two-factor authentication is on.');
  }

  /**
   * Makes ten new recovery codes, which void those before. Needs a sign-in within the last 15 minutes.
   */
  @Post('recovery-codes')
  @HttpCode(200)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.\n\nThe role has no permission for this.',
    409: 'SECOND_FACTOR_OFF.',
  })
  @Envelope({ message: true })
  async replaceRecoveryCodes(@CurrentActor() actor: SessionActor): Promise<RecoveryCodesData> {
    const recovery_codes = await this.twoFactor.replaceRecoveryCodes(actor);
    return withMessage({ recovery_codes }, 'Your new recovery codes replace all the earlier ones.');
  }

  /** Disables two-factor authentication. */
  @Post('disable')
  @HttpCode(200)
  @ApiErrors({ 409: 'SECOND_FACTOR_OFF.', 422: wrong })
  async disableTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password, code }: DisableTwoFactorDto,
  ): Promise<MessageResponse> {
    await this.twoFactor.disable(actor, password, code);
    return message('Two-factor authentication is off.');
  }
}

/** Of staff, for their own account: the same with operation ids and access rules of its own. */
@ApiTags('Admin security')
@Controller('admin/second-factor')
@AnyStaff()
export class StaffTwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /** Two-factor status of the signed-in account. */
  @Get()
  @AllowWithoutTwoFactor()
  adminGetTwoFactor(@CurrentActor() actor: Actor): Promise<TwoFactorData> {
    return this.twoFactor.getStatus(actor);
  }

  /** Creates a secret for an authenticator app. It takes effect once a code is confirmed within 15 minutes. */
  @Post('begin')
  @HttpCode(200)
  @AllowWithoutTwoFactor()
  @ApiErrors({ 409: 'SECOND_FACTOR_ON.', 422: wrong })
  adminBeginTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password }: BeginTwoFactorDto,
  ): Promise<TwoFactorSetupData> {
    return this.twoFactor.begin(actor, password);
  }

  /**
   * Enables two-factor authentication with a first code, ends your other sessions and returns ten recovery
   * codes.
   */
  @Post('confirm')
  @HttpCode(200)
  @AllowWithoutTwoFactor()
  @ApiErrors({ 409: 'SECOND_FACTOR_ON or SETUP_NOT_BEGUN.', 422: wrong })
  @Envelope({ message: true })
  async adminConfirmTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { code }: ConfirmTwoFactorDto,
  ): Promise<RecoveryCodesData> {
    const recovery_codes = await this.twoFactor.confirm(actor, code);
    return withMessage({ recovery_codes }, 'Two-factor authentication is on.');
  }

  /**
   * Makes ten new recovery codes, which void those before. Needs a sign-in within the last 15 minutes.
   */
  @Post('recovery-codes')
  @HttpCode(200)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.\n\nThe role has no permission for this.',
    409: 'SECOND_FACTOR_OFF.',
  })
  @Envelope({ message: true })
  async adminReplaceRecoveryCodes(@CurrentActor() actor: SessionActor): Promise<RecoveryCodesData> {
    const recovery_codes = await this.twoFactor.replaceRecoveryCodes(actor);
    return withMessage({ recovery_codes }, 'Your new recovery codes replace all the earlier ones.');
  }

  /** Disables two-factor authentication. */
  @Post('disable')
  @HttpCode(200)
  @ApiErrors({ 409: 'SECOND_FACTOR_OFF.', 422: wrong })
  async adminDisableTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() { password, code }: DisableTwoFactorDto,
  ): Promise<MessageResponse> {
    await this.twoFactor.disable(actor, password, code);
    return message('Two-factor authentication is off.');
  }
}
