import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';

const TEAM_ACCESS_KEY = 'team-access';

/**
 * What a route is to members of a team. `person`: acts on the member's own account. `owner`: refuses members.
 * `buyer`: refuses viewers, also of a read. A route without one acts on the owner's account, and viewers only read.
 */
export type TeamAccess = 'person' | 'owner' | 'buyer';

const teamAccess = (access: TeamAccess) =>
  applyDecorators(SetMetadata(TEAM_ACCESS_KEY, access), ApiExtension('x-team-access', access));

/** Concerns the account of the person who signed in, also for a member of a team. */
export const OwnAccount = () => teamAccess('person');

/** Refuses members of a team. */
export const OwnerOnly = () => teamAccess('owner');

/** Refuses viewers of a team: the answer has credentials. */
export const BuyerOnly = () => teamAccess('buyer');

/** The rule of the route that a guard runs for: its own, else its controller's. */
export const getTeamAccess = (
  reflector: Reflector,
  context: ExecutionContext,
): TeamAccess | undefined =>
  reflector.getAllAndOverride<TeamAccess | undefined>(TEAM_ACCESS_KEY, [
    context.getHandler(),
    context.getClass(),
  ]);
