
export interface ConnectionSettingsDto {
  /** Whether the list of connections names the hosts they go to. Off until you turn it on. */
  show_targets: boolean;
}
