export class SessionsEndedData {
  /** How many sessions were ended; 0 when the user was signed in nowhere. */
  ended: number;
}

export class SessionsEndedResponse {
  /** Always true. */
  success: boolean;
  /** Message for the user. */
  message: string;
  data: SessionsEndedData;
}

export const toSessionsEnded = (ended: number): SessionsEndedResponse => ({
  success: true,
  message:
    ended === 0
      ? 'There was no session to end.'
      : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} been ended.`,
  data: { ended },
});
