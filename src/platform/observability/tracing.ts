import { Sentence } from '../sentence.ts';
import { version } from '../version.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The spans of a request. Times are those of `performance.now()`. */
export interface RequestTrace {
  /** The id of the trace, from the `traceparent` of the caller or generated. */
  readonly id: string;
  /** Begins the span of an operation, which is the parent of the statements that follow. The returned function ends it. */
  operation(name: string): (failed: boolean) => void;
  /** Adds the span of a statement that has ended. */
  statement(name: string, begun: number, ended: number, failed: boolean): void;
  /** Ends the trace when the answer was written. @param row the name of the first span */
  end(row: string, status: number): void;
}

/** Collects traces and sends them to the endpoint. */
export interface Tracer {
  begin(method: string, headers: Headers, requestId: string): RequestTrace;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const packages = ['api', 'core', 'resources', 'sdk-trace-base', 'exporter-trace-otlp-http'] as const;

function notInstalled(error: { code?: string }): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const names = packages.map((name) => `@opentelemetry/${name}`).join(' ');
  throw new Sentence(`Traces are configured, and their packages are not installed: npm install --no-save ${names}`);
}

/**
 * Collects traces with OpenTelemetry and sends them with OTLP over HTTP. The OTEL_ variables determine how often spans are sent,
 * and how many are sampled. The packages are loaded only here, so a service without an endpoint does not load them. The parents
 * of spans are given explicitly, so that no hooks for asynchronous calls are needed.
 */
export async function makeTracer(url: string): Promise<Tracer> {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace },
    sdk,
    { OTLPTraceExporter },
    resources,
    { W3CTraceContextPropagator },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]).catch(notInstalled);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new sdk.BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'runners', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('runners');
  const propagator = new W3CTraceContextPropagator();
  const getter = {
    keys: (headers: Headers) => Object.keys(headers),
    get: (headers: Headers, name: string) => headers[name],
  };
  const error = { code: SpanStatusCode.ERROR };

  return {
    begin(method, headers, requestId) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, getter);
      const attributes = { 'http.request.method': method, 'runners.request_id': requestId };
      const server = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const around = trace.setSpan(parent, server);
      let current = around;
      return {
        id: server.spanContext().traceId,
        operation(name) {
          const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL }, around);
          current = trace.setSpan(around, span);
          return (failed) => {
            if (failed) span.setStatus(error);
            span.end();
            current = around;
          };
        },
        statement(name, begun, ended, failed) {
          const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
          const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: begun, attributes }, current);
          if (failed) span.setStatus(error);
          span.end(ended);
        },
        end(row, status) {
          server.updateName(/^[A-Z]+ /.test(row) ? row : `${method} ${row}`);
          server.setAttributes({ 'http.route': row, 'http.response.status_code': status });
          if (status >= 500) server.setStatus(error);
          server.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}
