import type { Actor } from '../common/security/actor';

/** Whether balances, amounts, revenue and the credentials of proxies are this actor's to see. */
export const seesMoney = (actor: Actor): boolean => actor.role === 'admin';
