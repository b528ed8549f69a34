import type { Express, Request } from 'express';
import { passwordLength } from '../../domain/accounts/password-length.ts';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../context-of.ts';
import { Failure, fieldsOf } from '../../errors.ts';
import { html } from '../../platform/html.ts';
import { formField, notice, page, readForm, waitSentence } from './page.ts';
import type { Page } from './page.ts';
import { acceptInvitation } from '../../domain/friendships/accept-invitation.ts';
import { invitationOf, invitationPath } from '../../domain/friendships/invitation-link.ts';
import type { OpenInvitation } from '../../domain/friendships/invitation.queries.ts';

/**
 * `/invitation/<id>?…`: the page of the link in the mail of an invitation (decisions N22). GET changes nothing, because
 * mail programs follow links, and the form works without scripts.
 */
export function serveInvitationPage(app: Express, contextOf: ContextOf): void {
  app.get(
    `${invitationPath}/done`,
    page(contextOf, async () => done),
  );
  app.get(`${invitationPath}/:id`, page(contextOf, showForm));
  app.post(`${invitationPath}/:id`, page(contextOf, accept, readForm));
}

const done = notice('You are in', 'Open the app and sign in with your address and the password that you have chosen.');

const gone = notice(
  'This link no longer works',
  'It is older than a month, or somebody has joined with it already. You can still register in the app.',
  410,
);

async function showForm(context: Context, request: Request): Promise<Page> {
  const invitation = await invitationOf(context, context.database, request.originalUrl);
  return invitation ? formPage(invitation) : gone;
}

async function accept(context: Context, request: Request): Promise<Page | { redirect: string }> {
  const invitation = await invitationOf(context, context.database, request.originalUrl);
  if (!invitation) return gone;
  const password = formField(request, 'password');
  if (password !== formField(request, 'again'))
    return formPage(invitation, 'The two passwords are not the same. Try once more.');
  const names = { firstName: formField(request, 'first_name'), lastName: formField(request, 'last_name') };
  try {
    await acceptInvitation(context, request.originalUrl, { ...names, password });
  } catch (error) {
    return refusal(error, invitation);
  }
  // The path is relative, so that it is valid behind a proxy that adds a prefix.
  return { redirect: request.path.endsWith('/') ? '../done' : 'done' };
}

const labels: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  password: 'password',
};

/** The message of the form when an input was refused. Unexpected errors are thrown again. */
function refusal(error: unknown, invitation: OpenInvitation): Page {
  if (!(error instanceof Failure)) throw error;
  const fields = fieldsOf(error) ?? {};
  const { retryAfter } = error.details;
  if (error.code === 'NOT_FOUND' || fields['invitation']) return gone;
  if (error.code === 'EMAIL_TAKEN') return notice('Open the link once more', error.message, 409);
  if (retryAfter !== undefined)
    return { ...formPage(invitation, `There were too many attempts. ${waitSentence(retryAfter)}`, 429), retryAfter };
  const [field, sentence] = Object.entries(fields)[0] ?? [];
  if (field === undefined) throw error;
  return formPage(invitation, `The ${labels[field] ?? field} ${sentence}.`);
}

function formPage({ email, userId }: OpenInvitation, problem = '', status = problem ? 400 : 200): Page {
  const alert = problem ? html`<p role="alert">${problem}</p>` : html``;
  const names = html`<label for="first_name">First name</label>
    <input id="first_name" name="first_name" autocomplete="given-name" required />
    <label for="last_name">Last name</label>
    <input id="last_name" name="last_name" autocomplete="family-name" required />`;
  const toldNew = `Your account will have the address ${email}.`;
  const toldTaken = `An account was registered with the address ${email}. Choose its password to show that the address is yours: whatever was signed in to it before is signed out.`;
  return {
    status,
    title: userId === null ? 'Join and run together' : 'Show that this address is yours',
    body: html`<p>${userId === null ? toldNew : toldTaken}</p>
      ${alert}
      <form method="post">
        <input name="username" autocomplete="username" value="${email}" hidden />
        ${userId === null ? names : html``}
        <label for="password">Password, at least ${passwordLength.min} characters</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required />
        <label for="again">The same once more</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button>${userId === null ? 'Join' : 'Set password'}</button>
      </form>`,
  };
}
