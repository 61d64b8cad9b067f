
export interface MessageResponse {
  /** Message for the user. */
  message: string;
  /** Always true. */
  success: boolean;
}
