import type { StatusResponse } from './generated/api.schemas';
import { http } from './http';

/** Without React Query, which the public pages do not load. */
export const readStatus = async () =>
  (await http<StatusResponse>('/api/v1/status', { method: 'GET' })).data;
