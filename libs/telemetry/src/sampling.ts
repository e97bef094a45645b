import { ParentBasedSampler, type Sampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

/** Keeps this share of the traces that begin here; others follow the decision of who began them. */
export const sampling = (ratio: number): Sampler =>
  new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
