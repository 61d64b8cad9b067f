import type { ReadinessReason } from '../../common/metrics/metrics-server';
import { SECOND } from '../../common/time/clock';

/** What a gateway knows about itself. */
export interface GatewayState {
  isListening: boolean;
  isDraining: boolean;
  /** Whether a key is configured; passwords cannot be checked without the shop's. */
  hasKey: boolean;
  /** What the schema lacks for this gateway. */
  schemaDefect: string | undefined;
  /** Since PostgreSQL last answered; undefined: not yet. */
  databaseSilentMs: number | undefined;
  /** For how long PostgreSQL has been answering; 0: it does not. */
  databaseReachableMs: number;
  /** How long cached credentials are served without PostgreSQL. */
  graceMs: number;
  areExitsLoaded: boolean;
  exits: number;
  /** Since all usage was last saved. */
  unsavedMs: number;
}

/** Usage that is not saved for this long, although PostgreSQL answers, can be saved nowhere. */
const UNSAVED_LIMIT_MS = 30 * SECOND;

/**
 * Why no new customers should be sent to a gateway; none: it is ready. It stays ready while PostgreSQL is away and it
 * serves from memory.
 */
export function notReadyBecause(state: GatewayState): ReadinessReason[] {
  const reasons: [boolean, string, string][] = [
    [state.isDraining, 'draining', 'The gateway is stopping.'],
    [!state.isListening && !state.isDraining, 'starting', 'The gateway does not listen yet.'],
    [!state.hasKey, 'key_missing', 'No key is set, so that no password can be checked.'],
    [
      state.schemaDefect !== undefined,
      'schema_mismatch',
      `The database does not fit this gateway: ${state.schemaDefect}. Run the migrations.`,
    ],
    [
      (state.databaseSilentMs ?? Infinity) >= state.graceMs,
      'database_unreachable',
      'The database has not answered for too long.',
    ],
    [
      state.areExitsLoaded && state.exits === 0,
      'no_exits',
      'There is no exit that this gateway can use.',
    ],
    [!state.areExitsLoaded, 'exits_not_loaded', 'The exits have not been read yet.'],
    [isUsageStuck(state), 'usage_unsaved', 'Usage cannot be saved.'],
  ];
  return reasons.filter(([applies]) => applies).map(([, code, message]) => ({ code, message }));
}

function isUsageStuck({ unsavedMs, databaseReachableMs, graceMs }: GatewayState): boolean {
  if (databaseReachableMs === 0) return unsavedMs >= graceMs;
  return Math.min(unsavedMs, databaseReachableMs) >= UNSAVED_LIMIT_MS;
}
