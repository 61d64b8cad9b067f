
export interface UpdateNameDto {
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
}
