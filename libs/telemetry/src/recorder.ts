import { InMemorySpanExporter, type Sampler, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { sampling } from './sampling.ts';
import { recordWith } from './traces.ts';

/** A span as a test sees it. */
export type RecordedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  attributes: Record<string, unknown>;
  /** The traces that it links to. */
  linked: string[];
};

/** Records the spans of this process in memory until it is stopped, all of them unless `sampler` leaves some out. */
export const recordSpans = (sampler: Sampler = sampling(1)): { spans(): RecordedSpan[]; stop(): void } => {
  const exporter = new InMemorySpanExporter();
  recordWith(new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return {
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentId: span.parentSpanContext?.spanId,
        attributes: span.attributes,
        linked: span.links.map((link) => link.context.traceId),
      })),
    stop: () => recordWith(undefined),
  };
};
