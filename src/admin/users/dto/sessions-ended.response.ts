import { withMessage } from '../../../common/http/api.decorators';
export class SessionsEndedData {
  /** How many sessions were ended; 0 when the user was signed in nowhere. */
  ended: number;
}

export const toSessionsEnded = (ended: number): SessionsEndedData =>
  withMessage(
    { ended },
    ended === 0
      ? 'There was no session to end.'
      : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} been ended.`,
  );
