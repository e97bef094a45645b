import { recordWith } from './traces.ts';

type TraceExport = { stop(): Promise<void> };

const off: TraceExport = { stop: async () => undefined };

/**
 * Sends spans to an OTLP/HTTP endpoint, e.g. `http://collector:4318`; without one nothing is loaded or recorded.
 * `ratio` is the sampling ratio of traces that begin here; others follow the decision of their parent.
 */
export const exportTraces = async (
  service: string,
  endpoint: string | undefined,
  ratio: number,
): Promise<TraceExport> => {
  if (!endpoint) return off;
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { sampling } = await import('./sampling.ts');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/*$/, '/')).toString() });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': service, 'service.namespace': 'staycover' }),
    ),
    sampler: sampling(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  recordWith(provider);
  return { stop: () => provider.shutdown().catch(() => undefined) };
};
