import type { ReadinessReason } from '../../common/metrics/metrics-server';
import type { ShutdownTimes } from '../shutdown';
import type { MetricSnapshot } from './metrics-sum';
import type { Counts } from './connection-tally';

/** What the primary may ask a worker, with the answers. */
export interface Answers {
  metrics: MetricSnapshot[];
  readiness: ReadinessReason[];
}

export type MessageToWorker =
  | { type: 'ask'; id: number; question: keyof Answers }
  | ({ type: 'drain' } & ShutdownTimes)
  | { type: 'stop-now' }
  | { type: 'reload-certificate' }
  /** Whether from now on this worker does what only one process of a gateway does. */
  | { type: 'lead'; leads: boolean }
  | { type: 'elsewhere'; counts: Counts };

export type MessageToPrimary =
  | { type: 'ready' }
  /** Nothing more will be accepted soon. */
  | { type: 'draining' }
  | { type: 'answer'; id: number; answer: Answers[keyof Answers] }
  | { type: 'last-metrics'; metrics: MetricSnapshot[] }
  | { type: 'counts'; counts: Counts };
