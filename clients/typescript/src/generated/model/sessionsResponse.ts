import type { SessionResponse } from './sessionResponse';

export interface SessionsResponse {
  /** Most recently used first. */
  data: SessionResponse[];
  success: boolean;
}
