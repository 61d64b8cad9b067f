import { Injectable } from '@nestjs/common';
import type { ClientInfo, SessionActor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { Clock, MINUTE } from '../../common/time/clock';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { refuse } from '../auth.errors';
import { AccessTokenService, type AccessTokenClaims } from './access-token.service';
import { SessionsService } from './sessions.service';

const LIFETIME = 15 * MINUTE;

/**
 * Lets staff look at the account of a customer. Nothing is stored: the token names the session of the member of staff, with
 * whose end, role and permissions it ends, and the guards refuse it everything but reads (`StaffView` of the actor).
 */
@Injectable()
export class StaffViewService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError REAUTHENTICATION_REQUIRED, VIEW_NEEDS_MONEY, VIEW_OF_STAFF. */
  open(actor: SessionActor, customer: UserAccount): { token: string; expiresAt: Date } {
    this.sessions.assertRecent(actor);
    // The shop shows its customers their amounts.
    if (!can(actor, 'money.read')) throw refuse('VIEW_NEEDS_MONEY');
    if (customer.role !== 'user') throw refuse('VIEW_OF_STAFF');
    const expiresAt = this.clock.in(LIFETIME);
    const { userId, sessionId, role } = actor;
    const claims = { userId, sessionId, role, viewedId: customer.id };
    return { token: this.tokens.sign(claims, expiresAt), expiresAt };
  }

  /**
   * The customer as the actor, for one who looks on: a member who only looks, of the team of the customer or of the customer's owner.
   * @throws DomainError UNAUTHENTICATED when the session of the member of staff or the permission has ended.
   */
  async authenticate(
    claims: AccessTokenClaims & { readonly viewedId: number },
    client: ClientInfo,
  ): Promise<SessionActor> {
    const staff = await this.sessions.authenticate(claims, client);
    const customer = await this.users.findById(claims.viewedId);
    const isAllowed = can(staff, 'users.manage') && can(staff, 'money.read');
    if (!isAllowed || customer?.role !== 'user') throw refuse('UNAUTHENTICATED');
    const team = await this.users.findTeam(customer);
    return {
      ...client,
      userId: team?.ownerId ?? customer.id,
      name: customer.name,
      email: customer.email,
      role: 'user',
      sessionId: '',
      member: { id: customer.id, role: 'viewer', isPaused: team?.isPaused ?? false },
      viewer: { id: staff.userId, name: staff.name, role: staff.role },
      mustChangePassword: false,
      authenticatedAt: new Date(0),
    };
  }
}
