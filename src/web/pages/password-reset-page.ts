import type { Express, Request } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { Failure, fieldsOf } from '../../errors.ts';
import { html } from '../../platform/html.ts';
import { formField, notice, page, readForm, waitSentence } from './page.ts';
import type { Page } from './page.ts';
import { finishPasswordReset, openReset } from '../../domain/accounts/finish-password-reset.ts';
import { hashSecret } from '../../domain/accounts/keys.ts';
import { passwordLength } from '../../domain/accounts/password-length.ts';
import { isSamePassword } from '../../domain/accounts/passwords.ts';

/**
 * `/password-reset/<token>`: the page of the mailed link (decisions A3, A7). GET changes nothing, because mail programs
 * follow links; the form works without scripts; and when the password is set, the page redirects to an address without
 * the token.
 */
export function servePasswordResetPage(app: Express, contextOf: ContextOf): void {
  const path = '/password-reset/:token';
  app.get(
    '/password-reset/done',
    page(contextOf, async () => done),
  );
  app.get(path, page(contextOf, showForm));
  app.post(path, page(contextOf, setPassword, readForm));
}

const done = notice(
  'Your password is set',
  'You have been signed out everywhere. Go back to the app and sign in with the new password.',
);

const gone = notice(
  'This link no longer works',
  'It was used already, or it is older than an hour. Ask for a new one in the app under “Forgot password”.',
  410,
);

/**
 * The user whose password the link sets, or null if it is no longer valid. The address may be shown to anyone who has
 * the mailed link.
 */
async function emailOf(context: Context, request: Request): Promise<string | null> {
  return (await context.database.one(openReset, [hashSecret(token(request)), context.now()]))?.email ?? null;
}

async function showForm(context: Context, request: Request): Promise<Page> {
  const email = await emailOf(context, request);
  return email === null ? gone : formPage(email);
}

async function setPassword(context: Context, request: Request): Promise<Page | { redirect: string }> {
  const password = formField(request, 'password');
  const email = await emailOf(context, request);
  if (email === null) return gone;
  if (!isSamePassword(password, formField(request, 'again')))
    return formPage(email, 'The two passwords are not the same. Try once more.');
  try {
    await finishPasswordReset(context, token(request), password);
  } catch (error) {
    return refusal(error, email);
  }
  // The path is relative, so that it is valid behind a proxy that adds a prefix.
  return { redirect: request.path.endsWith('/') ? '../done' : 'done' };
}

/** The message of the form when the password was refused. Unexpected errors are thrown again. */
function refusal(error: unknown, email: string): Page {
  if (!(error instanceof Failure)) throw error;
  const fields = fieldsOf(error);
  const { retryAfter } = error.details;
  if (fields?.['token']) return gone;
  if (fields?.['newPassword']) return formPage(email, `The password ${fields['newPassword']}.`);
  if (retryAfter === undefined || error.code !== 'RATE_LIMITED') throw error;
  return { ...formPage(email, `There were too many attempts. ${waitSentence(retryAfter)}`, 429), retryAfter };
}

function formPage(email: string, problem = '', status = problem ? 400 : 200): Page {
  const alert = problem ? html`<p role="alert">${problem}</p>` : html``;
  return {
    status,
    title: 'Set a new password',
    body: html`<p>
        For ${email}, with at least ${passwordLength.min} characters. You will be signed out on all your devices.
      </p>
      ${alert}
      <form method="post">
        <input name="username" autocomplete="username" value="${email}" hidden />
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required autofocus />
        <label for="again">The same once more</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button>Set password</button>
      </form>`,
  };
}

function token(request: Request): string {
  const value = request.params['token'];
  return typeof value === 'string' ? value : '';
}
