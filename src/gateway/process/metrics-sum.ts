import { AggregatorRegistry, Registry } from 'prom-client';

/** One metric with its values, as a registry gives it and a message carries it. */
export type MetricSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** prom-client knows more than its types: `type` is a word. */
const CUMULATIVE = new Set(['counter', 'histogram']);

/**
 * Adds up the metrics of several processes, each by its aggregator. What ended processes have counted stays: a
 * counter that falls looks like a restart to Prometheus, which would count the rest once more.
 */
export class MetricsSum {
  #ended: MetricSnapshot[] = [];

  readonly contentType = new Registry().contentType;

  /** @param last what the process had when it was last asked. */
  async retire(last: MetricSnapshot[]): Promise<void> {
    const cumulative = last.filter(({ type }) => CUMULATIVE.has(String(type)));
    this.#ended = await add([this.#ended, cumulative]).getMetricsAsJSON();
  }

  async format(processes: MetricSnapshot[][]): Promise<string> {
    return add([...processes, this.#ended]).metrics();
  }
}

const add = (snapshots: MetricSnapshot[][]) => AggregatorRegistry.aggregate(snapshots);
