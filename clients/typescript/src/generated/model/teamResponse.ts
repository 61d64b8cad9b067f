import type { TeamData } from './teamData';

export interface TeamResponse {
  data: TeamData;
  success: boolean;
}
