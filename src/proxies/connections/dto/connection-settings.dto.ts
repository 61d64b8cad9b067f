import { IsBoolean } from 'class-validator';

export class ConnectionSettingsDto {
  /** Whether the list of connections names the hosts they go to. Off until you turn it on. */
  @IsBoolean({ message: 'Say whether to show targets' })
  show_targets: boolean;
}
