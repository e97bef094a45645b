import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { recordWith } from './traces.ts';

/** A span as a test sees it. */
export type RecordedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  attributes: Record<string, unknown>;
};

/** Records every span of this process in memory. */
export const recordSpans = (): { spans(): RecordedSpan[] } => {
  const exporter = new InMemorySpanExporter();
  recordWith(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return {
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentId: span.parentSpanContext?.spanId,
        attributes: span.attributes,
      })),
  };
};
