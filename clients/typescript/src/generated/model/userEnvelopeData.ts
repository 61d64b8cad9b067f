import type { UserData } from './userData';

export interface UserEnvelopeData {
  user: UserData;
}
