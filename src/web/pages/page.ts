import { createHash } from 'node:crypto';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { Failure, failureOf } from '../../errors.ts';
import { letBodyCome } from '../../platform/bodies/expect-continue.ts';
import { drain } from '../../platform/bodies/drain.ts';
import { mostOnLoop } from '../../platform/bodies/on-loop.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { failureStatus } from '../failure-status.ts';
import { admitPage, showCost, takeTurn, weigh } from '../../request/pipeline.ts';

/** A web page that the server renders, without external resources. */
export interface Page {
  status?: number;
  title: string;
  body: Html;
  /** Further CSS, besides that of all pages. */
  style?: string;
  /** The path of its script; pages otherwise have none. */
  script?: string;
  /** Seconds after which the request may be repeated. */
  retryAfter?: number;
  /** The content of the page, for programs that accept JSON. */
  json?: object;
}

/** Answers a request with a page, or with the path of a redirect. */
type PageMaker = (context: Context, request: Request) => Promise<Page | { redirect: string }>;

const style = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5b6470; --ground: #f4f5f7; --card: #fff; --line: #d5dae1;
  --field: #8a94a2; --accent: #0b6bcb; --on-accent: #fff; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff3; --soft: #a5afbc; --ground: #14171b; --card: #1e2329;
  --line: #343b45; --field: #77818f; --accent: #6db3f8; --on-accent: #08213b; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 400px; padding: 28px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 14px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 16px; color: var(--soft); overflow-wrap: anywhere; }
p:last-child, form:last-child { margin-bottom: 0; }
p[role=alert] { padding: 10px 12px; border-left: 4px solid var(--bad); background: var(--ground); color: var(--ink);
  border-radius: 4px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { width: 100%; margin-bottom: 16px; padding: 11px 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--field); border-radius: 8px; }
button { width: 100%; padding: 12px; font: inherit; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
a { color: var(--accent); }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/**
 * No scripts run but that of the page, nothing is loaded from elsewhere, no other page frames it, no cache stores it, and no other site
 * receives its address as a referrer.
 */
function headersFor(css: string, script?: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
      ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  };
}

const headers = headersFor(style);

/**
 * An Express handler that shows the result of `make`. A failure becomes a page with its sentence.
 * @param read reads the submitted form, after the request has been charged; its bytes, if it returns them, are a part of the next payment
 * @param waits `at once` if what the page executes waits for its turn by itself
 */
export function page(
  contextOf: ContextOf,
  make: PageMaker,
  read?: (request: Request, response: Response) => Promise<number | void>,
  waits: 'in turn' | 'at once' = 'in turn',
): RequestHandler {
  return async (request, response) => {
    let context: Context | undefined;
    try {
      context = await contextOf(request);
      await admitPage(context);
    } catch (error) {
      showCost(response, context);
      sendPage(response, failurePage(context, error));
      if (!request.complete) drain(request);
      return;
    }
    const known = context;
    showCost(response, known);
    try {
      weigh(known, (await read?.(request, response)) ?? 0);
    } catch (error) {
      // Errors of Express are reported as those of other bodies.
      if (!failureOf(error)) throw error;
      sendPage(response, failurePage(context, error));
      if (!request.complete) drain(request);
      return;
    }
    try {
      const run = async () => make(known, request);
      const made = await (waits === 'at once' ? run() : takeTurn(known, 'requests', run));
      const isData = 'json' in made && request.accepts(['html', 'json']) === 'json';
      if (isData)
        response
          .set(headers)
          .status(made.status ?? 200)
          .json(made.json);
      else if ('redirect' in made) response.set(headers).set('Location', made.redirect).status(303).end();
      else sendPage(response, made);
    } catch (error) {
      sendPage(response, failurePage(context, error));
    }
  };
}

const parseForm = express.urlencoded({ extended: false, limit: mostOnLoop.other });

/**
 * Reads the submitted form. A form that is too large or malformed is reported as other bodies are. @throws the errors
 * of Express
 */
export function readForm(request: Request, response: Response): Promise<void> {
  // What the headers show to be wrong is answered before the form is sent (decisions P23). Express would wait for its end.
  if (Number(request.headers['content-length'] ?? 0) > mostOnLoop.other)
    return Promise.reject(new Failure('TOO_LARGE'));
  if (request.is('urlencoded')) letBodyCome(request);
  return new Promise((resolve, reject) =>
    parseForm(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  );
}

/** A field of a form, or an empty string if it was not sent. */
export function formField(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** Leads from a page that has nothing else to offer to the first one. */
export const startLink = html`<p><a href="/">The start page of this service</a></p>`;

/** A page that says what went wrong. */
function failed(title: string, sentence: string, status: number): Page {
  return {
    status,
    title,
    body: html`<p>${sentence}</p>
      ${startLink}`,
  };
}

/** A page with a single message. */
export function notice(title: string, sentence: string, status = 200): Page {
  return { status, title, body: html`<p>${sentence}</p>` };
}

function failurePage(context: Context | undefined, error: unknown): Page {
  const failure = failureOf(error);
  if (!failure) {
    // The handler for unanswered requests calls it without a context.
    if (!context) throw error;
    const requestId = context.record.id;
    context.log.error({ err: error, requestId }, 'a page failed');
    return failed('Something went wrong', `That is on our side. Please try again later. (${requestId})`, 500);
  }
  const { retryAfter } = failure.details;
  const status = failureStatus(failure);
  if (retryAfter === undefined) return failed('That did not work', failure.message, status);
  const title = status === 429 ? 'Too many attempts' : 'This is not possible right now';
  return { ...failed(title, waitSentence(retryAfter), status), retryAfter };
}

/** A sentence about when to try again. */
export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** Sends a page. */
export function sendPage(
  response: Response,
  { status = 200, title, body, style: own, script, retryAfter }: Page,
): void {
  const css = own === undefined ? style : style + own;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>`;
  const rest = html`</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? [] : html`<script type="module" src="${script}"></script> `}</body>
</html>
`;
  response.set(own === undefined && script === undefined ? headers : headersFor(css, script));
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response
    .status(status)
    .type('text/html; charset=utf-8')
    .send(document.text + css + rest.text);
}
