import { DomainError, invalidFields } from '../../common/errors/domain-error';
import { MAX_INVITATIONS, MAX_INVITATIONS_A_DAY, MAX_MEMBERS } from './team.entity';

export const memberNotFound = (): DomainError =>
  new DomainError('not_found', 'TEAM_MEMBER_NOT_FOUND', 'Your team has no such member.');

export const invitationNotFound = (): DomainError =>
  new DomainError('not_found', 'TEAM_INVITATION_NOT_FOUND', 'You have no such open invitation.');

/** Unknown, expired, revoked and used tokens alike. */
export const invitationInvalid = (): DomainError =>
  new DomainError(
    'not_found',
    'TEAM_INVITATION_INVALID',
    'This invitation is no longer valid. Ask for a new one.',
  );

export const invitationForAnotherEmail = (): DomainError =>
  new DomainError(
    'forbidden',
    'TEAM_INVITATION_OTHER_EMAIL',
    'This invitation is for another email address. Sign in with the address that it was sent to.',
  );

export const alreadyInTeam = (): DomainError =>
  new DomainError(
    'conflict',
    'ALREADY_IN_TEAM',
    'You already act for another account. Leave its team first.',
  );

export const notInTeam = (): DomainError =>
  new DomainError('not_found', 'NOT_IN_TEAM', 'You are in no team.');

/** The account has money, proxies or a team of its own, which a member could not reach. */
export const accountInUse = (): DomainError =>
  new DomainError(
    'conflict',
    'ACCOUNT_IN_USE',
    'Your account has a balance, payments, rewards, proxies or a team of its own, which you could not use as a member. Ask for an invitation to another email address.',
  );

export const teamFull = (): DomainError =>
  new DomainError('conflict', 'TEAM_FULL', `A team has at most ${MAX_MEMBERS} members.`);

export const tooManyInvitations = (): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_INVITATIONS',
    `You can have ${MAX_INVITATIONS} open invitations and send ${MAX_INVITATIONS_A_DAY} a day.`,
  );

export const ownEmail = (): DomainError =>
  invalidFields({ email: ['This is your own email address.'] });

export const alreadyMember = (): DomainError =>
  invalidFields({ email: ['This person is already in your team.'] });
