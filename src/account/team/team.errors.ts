import { refusalsOf } from '../../common/errors/domain-error';
import { MAX_INVITATIONS, MAX_INVITATIONS_A_DAY, MAX_MEMBERS } from './team.entity';

export const refuseTeam = refusalsOf({
  not_found: {
    TEAM_MEMBER_NOT_FOUND: 'Your team has no such member.',
    TEAM_INVITATION_NOT_FOUND: 'You have no such open invitation.',
    // Unknown, expired, revoked and used tokens alike.
    TEAM_INVITATION_INVALID: 'This invitation is no longer valid. Ask for a new one.',
    NOT_IN_TEAM: 'You are in no team.',
  },
  forbidden: {
    TEAM_INVITATION_OTHER_EMAIL:
      'This invitation is for another email address. Sign in with the address that it was sent to.',
  },
  conflict: {
    ALREADY_IN_TEAM: 'You already act for another account. Leave its team first.',
    // The account has money, proxies or a team of its own, which a member could not reach.
    ACCOUNT_IN_USE:
      'Your account has a balance, payments, rewards, proxies or a team of its own, which you could not use as a member. Ask for an invitation to another email address.',
    TEAM_FULL: `A team has at most ${MAX_MEMBERS} members.`,
    TOO_MANY_INVITATIONS: `You can have ${MAX_INVITATIONS} open invitations and send ${MAX_INVITATIONS_A_DAY} a day.`,
  },
});
