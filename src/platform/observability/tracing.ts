type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The spans of a request. Moments are those of `performance.now()`. */
export interface RequestTrace {
  /** The id of the trace, which a caller's `traceparent` names or which begins here. */
  readonly id: string;
  /** An operation begins: statements that follow belong to it. The returned function ends it. */
  operation(name: string): (failed: boolean) => void;
  /** A statement has ended. */
  statement(name: string, begun: number, ended: number, failed: boolean): void;
  /** The answer has been written. @param row names the first span */
  end(row: string, status: number): void;
}

/** Makes traces, and sends them away. */
export interface Tracer {
  begin(method: string, headers: Headers, requestId: string): RequestTrace;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

/**
 * Traces by OpenTelemetry, sent by OTLP over HTTP; the OTEL_ variables say how often and how many. Its packages are loaded here and nowhere else:
 * a service without an endpoint neither loads nor calls any of them. Spans get their parents explicitly, so that no hook of
 * asynchronous calls is needed.
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
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new sdk.BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'runners' }))
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
