import { Injectable } from '@nestjs/common';
import { Gauge, Histogram, Registry } from 'prom-client';

/** One value of a gauge, with the labels that tell it from its siblings. */
export interface Sample {
  readonly labels?: Record<string, string>;
  readonly value: number;
}

const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a scrape of this process shows. Rooms add to it; `OperatorsListener` serves it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /**
   * Registers values that are read when scraped. While they cannot be read they are left out of
   * the scrape, which then still tells everything else.
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
