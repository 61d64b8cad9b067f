/**
 * SQL for when a user signed in last, null for never. Sessions are deleted a month after their end; the audit trail stays.
 * @param user alias of `users`.
 */
export const lastSignIn = (user: string): string =>
  `coalesce(
    (SELECT s.created_at FROM session s WHERE s.user_id = ${user}.id ORDER BY s.id DESC LIMIT 1),
    (SELECT a.created_at FROM audit_log a WHERE a.actor_id = ${user}.id AND a.action = 'auth.signed_in'
     ORDER BY a.created_at DESC LIMIT 1))`;
