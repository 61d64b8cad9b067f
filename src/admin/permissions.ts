import type { Actor } from '../common/security/actor';

/** Balances, amounts, revenue and the credentials of proxies are visible to admins only. */
export const canViewMoney = (actor: Actor): boolean => actor.role === 'admin';
