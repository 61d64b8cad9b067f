import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter } from 'prom-client';

/** One value of a gauge, with its labels. */
export interface Sample {
  readonly labels?: Record<string, string>;
  readonly value: number;
}

const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics registry of the process. Modules register their metrics; `ManagementListener` serves them. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /**
   * Registers a gauge that is collected on every scrape. When collecting fails, the scrape omits
   * this gauge only.
   * @param labels names of the labels that the samples carry.
   */
  gauge(
    name: string,
    help: string,
    labels: string[],
    read: () => Promise<Sample[]> | Sample[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      async collect() {
        this.reset();
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => []);
        for (const { labels = {}, value } of samples) this.set(labels, value);
      },
    });
  }

  counter<Label extends string>(name: string, help: string, labels: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** A distribution of durations in seconds. */
  durations<Label extends string>(name: string, help: string, labels: Label[]): Histogram<Label> {
    return new Histogram({
      name,
      help,
      labelNames: labels,
      buckets: LATENCY_BUCKETS,
      registers: [this.registry],
    });
  }
}
