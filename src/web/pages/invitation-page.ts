import type { Express, Request } from 'express';
import { passwordLength } from '../../domain/accounts/password-length.ts';
import { isSamePassword } from '../../domain/accounts/passwords.ts';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { Failure, fieldsOf } from '../../errors.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { formField, notice, page, readForm, waitSentence } from './page.ts';
import type { Page } from './page.ts';
import { acceptInvitation, confirmInvited } from '../../domain/friendships/accept-invitation.ts';
import { invitationOf, invitationPath } from '../../domain/friendships/invitation-link.ts';
import type { OpenInvitation } from '../../domain/friendships/invitation.queries.ts';
import { mailableName } from '../../domain/friendships/mailable-name.ts';

/**
 * `/invitation/<id>?…`: the page of the link in the mail of an invitation (decisions N22, P2). GET changes nothing, because
 * mail programs follow links, and the forms work without scripts.
 */
export function serveInvitationPage(app: Express, contextOf: ContextOf): void {
  app.get(
    `${invitationPath}/done`,
    page(contextOf, async () => done),
  );
  app.get(
    `${invitationPath}/confirmed`,
    page(contextOf, async () => confirmed),
  );
  app.get(`${invitationPath}/:id`, page(contextOf, showForm));
  app.post(`${invitationPath}/:id`, page(contextOf, accept, readForm));
}

const done = notice('You are in', 'Open the app and sign in with your address and the password that you have chosen.');

const confirmed = notice(
  'Your address is confirmed',
  'You are friends with everyone who has invited you. Your password and your devices stay as they are.',
);

const gone = notice(
  'This link no longer works',
  'It is older than a month, or somebody has joined with it already. You can still register in the app.',
  410,
);

/** What a person has typed into the form. */
interface Typed {
  firstName: string;
  lastName: string;
}

async function showForm(context: Context, request: Request): Promise<Page> {
  const invitation = await invitationOf(context, context.database, request.originalUrl);
  return invitation ? formPage(invitation) : gone;
}

async function accept(context: Context, request: Request): Promise<Page | { redirect: string }> {
  const invitation = await invitationOf(context, context.database, request.originalUrl);
  if (!invitation) return gone;
  const names = { firstName: formField(request, 'first_name'), lastName: formField(request, 'last_name') };
  const isOwn = formField(request, 'answer') === 'mine';
  const password = formField(request, 'password');
  if (!isOwn && !isSamePassword(password, formField(request, 'again')))
    return formPage(invitation, names, ['The two passwords are not the same. Try once more.']);
  try {
    if (isOwn) await confirmInvited(context, request.originalUrl);
    else await acceptInvitation(context, request.originalUrl, { ...names, password });
  } catch (error) {
    return refusal(error, invitation, names);
  }
  // The path is relative, so that it is valid behind a proxy that adds a prefix.
  return { redirect: `${request.path.endsWith('/') ? '../' : ''}${isOwn ? 'confirmed' : 'done'}` };
}

const labels: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  password: 'password',
};

/** The form with everything that was wrong in it. Unexpected errors are thrown again. */
function refusal(error: unknown, invitation: OpenInvitation, names: Typed): Page {
  if (!(error instanceof Failure)) throw error;
  const fields = fieldsOf(error) ?? {};
  const { retryAfter } = error.details;
  if (error.code === 'NOT_FOUND' || fields['invitation']) return gone;
  if (error.code === 'EMAIL_TAKEN') return notice('Open the link once more', error.message, 409);
  if (retryAfter !== undefined && error.code === 'RATE_LIMITED') {
    const problem = `There were too many attempts. ${waitSentence(retryAfter)}`;
    return { ...formPage(invitation, names, [problem], 429), retryAfter };
  }
  const problems = Object.entries(fields).map(([field, sentence]) => `The ${labels[field] ?? field} ${sentence}.`);
  if (problems.length === 0) throw error;
  return formPage(invitation, names, problems);
}

function formPage(
  invitation: OpenInvitation,
  typed: Typed = { firstName: '', lastName: '' },
  problems: string[] = [],
  status = problems.length > 0 ? 400 : 200,
): Page {
  const { email, userId, inviterName } = invitation;
  const inviter = mailableName(inviterName, 'Somebody who knows this address');
  const alert = problems.map((problem) => html`<p role="alert">${problem}</p>`);
  const isNew = userId === null;
  return {
    status,
    title: isNew ? 'Join and run together' : 'Is this your account?',
    body: html`<p>
        ${inviter} has invited you. ${isNew ? 'When you join, you' : 'When you have answered, you'} are friends.
      </p>
      ${isNew ? html`<p>Your account will have the address ${email}.</p>` : ownAccount(invitation)} ${alert}
      <form method="post">
        <input name="username" autocomplete="username" value="${email}" hidden />
        ${isNew ? nameFields(typed) : html``}
        <label for="password">Password, at least ${passwordLength.min} characters</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required />
        <label for="again">The same once more</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button>${isNew ? 'Join' : 'I did not make it: set my password'}</button>
      </form>`,
  };
}

/** The account that was made with the address, and the button of its owner, which ends nothing (decisions P2). */
function ownAccount({ email, firstName, dateJoined }: OpenInvitation): Html {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(dateJoined ?? 0),
  );
  return html`<p>
      There is an account with the address ${email}. It has the first name ${firstName ?? ''} and was made on ${day}.
    </p>
    <form method="post">
      <input name="answer" value="mine" hidden />
      <button>This is my account</button>
    </form>
    <p>
      If you did not make it, choose its password here. Whoever made it is signed out everywhere, and what was connected
      with it ends.
    </p>`;
}

function nameFields({ firstName, lastName }: Typed): Html {
  return html`<label for="first_name">First name</label>
    <input id="first_name" name="first_name" autocomplete="given-name" value="${firstName}" required />
    <label for="last_name">Last name</label>
    <input id="last_name" name="last_name" autocomplete="family-name" value="${lastName}" required />`;
}
