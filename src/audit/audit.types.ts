import type { AuditChange } from './audit-changes.types';

export const AUDIT_CATEGORIES = [
  'auth',
  'user',
  'wallet',
  'payment',
  'proxy',
  'settings',
  'system',
] as const;
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number];

export const AUDIT_SEVERITIES = ['low', 'medium', 'high'] as const;
export type AuditSeverity = (typeof AUDIT_SEVERITIES)[number];

/**
 * Audit action → category and severity. The names are persisted: never rename one, add another.
 */
export const AUDIT_ACTIONS = {
  'auth.registered': { category: 'auth', severity: 'low' },
  'auth.email_verified': { category: 'auth', severity: 'low' },
  'auth.signed_in': { category: 'auth', severity: 'low' },
  'auth.sign_in_failed': { category: 'auth', severity: 'medium' },
  'auth.signed_out': { category: 'auth', severity: 'low' },
  'auth.password_reset_requested': { category: 'auth', severity: 'medium' },
  'auth.password_reset': { category: 'auth', severity: 'medium' },
  'auth.password_changed': { category: 'auth', severity: 'medium' },
  'auth.session_ended': { category: 'auth', severity: 'low' },
  'auth.reauthenticated': { category: 'auth', severity: 'low' },
  'auth.access_denied': { category: 'auth', severity: 'medium' },
  'auth.rate_limited': { category: 'auth', severity: 'medium' },
  'auth.password_rejected': { category: 'auth', severity: 'medium' },
  'auth.reset_code_failed': { category: 'auth', severity: 'medium' },
  'auth.google_linked': { category: 'auth', severity: 'medium' },
  'auth.two_factor_begun': { category: 'auth', severity: 'low' },
  'auth.two_factor_enabled': { category: 'auth', severity: 'medium' },
  'auth.two_factor_failed': { category: 'auth', severity: 'medium' },
  'auth.two_factor_disabled': { category: 'auth', severity: 'high' },
  'auth.two_factor_reset': { category: 'auth', severity: 'high' },
  'auth.recovery_code_used': { category: 'auth', severity: 'medium' },
  'auth.recovery_codes_replaced': { category: 'auth', severity: 'medium' },
  'auth.api_key_created': { category: 'auth', severity: 'medium' },
  'auth.api_key_removed': { category: 'auth', severity: 'medium' },
  'user.renamed': { category: 'user', severity: 'low' },
  'user.notifications_changed': { category: 'user', severity: 'low' },
  'user.created': { category: 'user', severity: 'medium' },
  'user.updated': { category: 'user', severity: 'medium' },
  'user.role_changed': { category: 'user', severity: 'high' },
  'user.status_changed': { category: 'user', severity: 'high' },
  'user.sessions_ended': { category: 'user', severity: 'high' },
  'user.closed': { category: 'user', severity: 'high' },
  'wallet.funded': { category: 'wallet', severity: 'high' },
  'wallet.corrected': { category: 'wallet', severity: 'high' },
  'wallet.correction_proposed': { category: 'wallet', severity: 'high' },
  'wallet.proposal_approved': { category: 'wallet', severity: 'high' },
  'wallet.correction_rejected': { category: 'wallet', severity: 'medium' },
  'wallet.correction_expired': { category: 'wallet', severity: 'medium' },
  'wallet.debt_repaid': { category: 'wallet', severity: 'low' },
  'payment.initialized': { category: 'payment', severity: 'low' },
  'payment.settled': { category: 'payment', severity: 'low' },
  'payment.failed': { category: 'payment', severity: 'low' },
  'payment.expired': { category: 'payment', severity: 'low' },
  'payment.cancelled': { category: 'payment', severity: 'low' },
  'payment.acknowledged': { category: 'payment', severity: 'high' },
  'payment.parked': { category: 'payment', severity: 'high' },
  'payment.notices_handled': { category: 'payment', severity: 'high' },
  'payment.review_opened': { category: 'payment', severity: 'high' },
  'payment.review_closed': { category: 'payment', severity: 'high' },
  'payment.rechecked': { category: 'payment', severity: 'medium' },
  'payment.charged_back': { category: 'payment', severity: 'high' },
  'payment.dispute_won': { category: 'payment', severity: 'high' },
  'payment.dispute_announced': { category: 'payment', severity: 'high' },
  'payment.refund_requested': { category: 'payment', severity: 'high' },
  'payment.refund_closed': { category: 'payment', severity: 'high' },
  'payment.payout_imported': { category: 'payment', severity: 'low' },
  'payment.difference_found': { category: 'payment', severity: 'high' },
  'payment.webhook_refused': { category: 'payment', severity: 'high' },
  'proxy.ordered': { category: 'proxy', severity: 'low' },
  'proxy.delivered': { category: 'proxy', severity: 'low' },
  'proxy.order_refunded': { category: 'proxy', severity: 'medium' },
  'proxy.delivery_unknown': { category: 'proxy', severity: 'high' },
  'proxy.decision_proposed': { category: 'proxy', severity: 'high' },
  'proxy.decision_approved': { category: 'proxy', severity: 'high' },
  'proxy.decision_rejected': { category: 'proxy', severity: 'high' },
  'proxy.auto_renewal_changed': { category: 'proxy', severity: 'low' },
  'proxy.auto_renewal_stopped': { category: 'proxy', severity: 'low' },
  'proxy.auto_renewed': { category: 'proxy', severity: 'low' },
  'proxy.reconfigured': { category: 'proxy', severity: 'low' },
  'proxy.suspended': { category: 'proxy', severity: 'high' },
  'proxy.resumed': { category: 'proxy', severity: 'high' },
  'proxy.credentials_reissued': { category: 'proxy', severity: 'high' },
  'proxy.connections_closed': { category: 'proxy', severity: 'medium' },
  'proxy.addresses_changed': { category: 'proxy', severity: 'medium' },
  'proxy.list_shared': { category: 'proxy', severity: 'medium' },
  'proxy.expired': { category: 'proxy', severity: 'low' },
  'settings.changed': { category: 'settings', severity: 'high' },
  'settings.mail_tested': { category: 'settings', severity: 'low' },
  'system.audit_exported': { category: 'system', severity: 'high' },
  'system.report_exported': { category: 'system', severity: 'medium' },
  'system.failed_jobs_handled': { category: 'system', severity: 'high' },
  'system.alert_raised': { category: 'system', severity: 'high' },
  'system.seeded': { category: 'system', severity: 'low' },
  'system.exits_added': { category: 'system', severity: 'medium' },
  'system.exit_changed': { category: 'system', severity: 'high' },
  'system.stock_imported': { category: 'system', severity: 'medium' },
  'system.stock_changed': { category: 'system', severity: 'high' },
  'system.stock_replaced': { category: 'system', severity: 'high' },
  'system.target_blocked': { category: 'system', severity: 'high' },
  'system.target_unblocked': { category: 'system', severity: 'high' },
  'system.network_added': { category: 'system', severity: 'high' },
  'system.network_changed': { category: 'system', severity: 'high' },
  'system.network_probed': { category: 'system', severity: 'low' },
  'system.network_removed': { category: 'system', severity: 'high' },
  'system.books_archived': { category: 'system', severity: 'high' },
  'system.secrets_rotated': { category: 'system', severity: 'high' },
} as const satisfies Record<string, { category: AuditCategory; severity: AuditSeverity }>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Reported by services; the actor adds user and address. */
export interface AuditEntry extends AuditChange {
  readonly action: AuditAction;
  /** `<thing>:<id>`, e.g. `payment:41`. */
  readonly target: string;
  /** One plain sentence, with amounts as `formatNaira` writes them. Never a secret. */
  readonly details: string;
}
