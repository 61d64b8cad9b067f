
export interface MarkNotificationsReadDto {
  /** At most 100; all that exist by now when left out. */
  ids?: number[];
}
