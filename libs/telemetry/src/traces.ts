import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isDomainError } from '@staycover/kernel';

export { SpanKind } from '@opentelemetry/api';

// Also without an exporter: it is how a request's trace id reaches its log lines and events.
context.setGlobalContextManager(new AsyncLocalStorageContextManager());

let tracer: Tracer | undefined;

/** Records spans from now on, or none where `provider` is undefined. */
export const recordWith = (provider: TracerProvider | undefined): void => {
  tracer = provider?.getTracer('staycover');
};

type SpanOptions = { kind: SpanKind; attributes?: Attributes };

/** A span of a request, event or step, and how to run what belongs to it. */
export type Activity = {
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Ends the span; `error` is a short code that makes it a failed one. */
  end(error?: string): void;
};

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const remoteParent = (traceparent: string | undefined): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId) return undefined;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
};

/** 8 hexadecimal digits; an id needs to be unlikely twice, not hard to guess. */
const digits = (): string => ((Math.random() * 0xffff_ffff) >>> 0).toString(16).padStart(8, '0');

/** Nothing is recorded, but log lines and events of the same work still share an id. */
const unrecorded = (): SpanContext => ({
  traceId: `${digits()}${digits()}${digits()}${digits()}`,
  spanId: `${digits()}${digits()}`,
  traceFlags: TraceFlags.NONE,
});

const activity = (span: Span, parent: Context): Activity => {
  const own = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(own, work),
    set: (attributes) => void (span.isRecording() && span.setAttributes(attributes)),
    rename: (name) => void span.updateName(name),
    end(error) {
      if (error !== undefined && span.isRecording())
        span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
};

/** Starts a span for incoming work: an HTTP request, an event, an RPC. */
export const beginRemote = (name: string, options: SpanOptions, traceparent: string | undefined): Activity => {
  const remote = remoteParent(traceparent);
  if (!tracer) return activity(trace.wrapSpanContext(remote ?? unrecorded()), ROOT_CONTEXT);
  const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  return activity(tracer.startSpan(name, options, parent), parent);
};

/**
 * Starts a span for a request of an external caller. Its trace is new and links to theirs: callers control neither the
 * trace id nor the sampling.
 */
export const beginLinked = (name: string, options: SpanOptions, traceparent: string | undefined): Activity => {
  if (!tracer) return activity(trace.wrapSpanContext(unrecorded()), ROOT_CONTEXT);
  const remote = remoteParent(traceparent);
  const links = remote ? [{ context: remote }] : [];
  return activity(tracer.startSpan(name, { ...options, links, root: true }, ROOT_CONTEXT), ROOT_CONTEXT);
};

const isSampled = (active: Context): boolean =>
  ((trace.getSpanContext(active)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;

/** A rejection by a business rule is an answer, not a failure. */
const isFailure = (error: unknown): boolean => !isDomainError(error) || isDomainError(error, 'service-unavailable');

const errorCode = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'Error');
};

/** Runs a step as a span of its own when a sampled trace is under way, else just runs it. */
export const inSpan = async <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  const parent = context.active();
  if (!tracer || !isSampled(parent)) return work();
  const step = activity(tracer.startSpan(name, options, parent), parent);
  try {
    const result = await step.run(work);
    step.end();
    return result;
  } catch (error) {
    step.end(isFailure(error) ? errorCode(error) : undefined);
    throw error;
  }
};

/** The W3C `traceparent` of the current span; undefined outside of a request or event. */
export const currentTraceparent = (): string | undefined => {
  const active = trace.getSpanContext(context.active());
  if (!active) return undefined;
  return `00-${active.traceId}-${active.spanId}-${active.traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
};

/** The current trace id, for log lines. */
export const currentTraceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;
