import type { Express, Request } from 'express';
import { mustBeStaff } from '../../domain/context.ts';
import type { Context } from '../../domain/context.ts';
import type { ContextOf, Identify } from '../../request/identify.ts';
import { admitPage } from '../../request/pipeline.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import type { CurrentPlan } from '../../retiring/current-plan.ts';
import { apartIn, isCall, isClient } from '../../retiring/judge.ts';
import { beginPause, endPause } from '../../retiring/usage.queries.ts';
import { readLedger } from '../../retiring/usage-ledger.ts';
import type { UsageLedger } from '../../retiring/usage-ledger.ts';
import { formField, page, readForm, startLink } from './page.ts';
import type { Page } from './page.ts';
import { retirementStyle } from './retirement-page.style.ts';
import { planPart, planShown, planToday } from './retirement-plan.ts';
import { clientTable, nameTable, usePicture } from './retirement-tables.ts';

/** The path of the page. */
export const retirementPagePath = '/staff/retiring';
const title = 'Who still uses what';

/**
 * Serves the page on which staff see who calls which row and which part of the schema, and what will be switched off. They sign in with
 * a key, as a header or in its form. Programs that accept JSON receive the ledger.
 */
export function serveRetirementPage(app: Express, contextOf: ContextOf, identify: Identify): void {
  async function show(context: Context): Promise<Page> {
    if (!context.viewer && context.refusedKey === null) {
      const body = html`${today(context)} ${form('', '')} ${startLink}`;
      return { title, style: retirementStyle, body };
    }
    return staffPage(context, '', '');
  }

  async function change(known: Context, request: Request): Promise<Page> {
    const key = formField(request, 'key').trim();
    const context = key === '' ? known : await identify(request, `Bearer ${key}`);
    if (context !== known) await admitPage(context);
    mustBeStaff(context);
    const action = formField(request, 'action');
    if (action === 'pause' || action === 'resume')
      await context.database.all(action === 'pause' ? beginPause : endPause, []);
    await context.plan.look();
    return staffPage(context, key, formField(request, 'client').trim());
  }

  app.get(retirementPagePath, page(contextOf, show));
  app.post(retirementPagePath, page(contextOf, change, readForm));
}

/** @param client shows only the calls of clients of this name; empty for all */
async function staffPage(context: Context, key: string, client: string): Promise<Page> {
  mustBeStaff(context);
  const ledger = await readLedger(context.database, context.now());
  const entries = ledger.entries.filter((entry) => client === '' || isClient(entry.client, client));
  const shown: UsageLedger = { ...ledger, entries };
  return {
    title: client === '' ? title : `What ${client} still uses`,
    style: retirementStyle,
    json: { ledger, plan: context.plan.retirements.map(planShown), paused: context.plan.paused },
    body: html`${today(context)} ${planPart(context.plan, ledger, context.now())} ${stopOrStart(context.plan, key)}
      ${form(key, client)}
      <h2>Calls of the last 90 days</h2>
      <p>${apartIn(ledger.entries.filter(isCall))}</p>
      ${usePicture(shown)}
      <h2>REST calls</h2>
      ${nameTable(shown, ['row', 'parameter'])}
      <h2>Clients</h2>
      ${clientTable(shown)}
      <h2>Fields, arguments and values</h2>
      ${nameTable(shown, ['field', 'argument', 'value', 'input'])} ${startLink}`,
  };
}

function form(key: string, client: string): Html {
  return html`<p>
      Calls are counted by day, by the names of keys and by what clients say of themselves. Neither addresses nor people
      are counted.
    </p>
    <form method="post" action="${retirementPagePath}">
      <div>
        <label for="key">API key of a staff account</label>
        <input id="key" name="key" type="password" value="${key}" autocomplete="off" spellcheck="false" />
      </div>
      <div>
        <label for="client">Client, for its calls alone</label>
        <input id="client" name="client" value="${client}" autocomplete="off" spellcheck="false" />
      </div>
      <button>Show</button>
    </form>`;
}

/** What staff rarely do, behind a question; nothing where there is no plan. */
function stopOrStart({ retirements, paused }: CurrentPlan, key: string): Html {
  if (retirements.length === 0) return html``;
  const [does, question, action] =
    paused === null
      ? ['Pause the plan', 'Shall nothing be switched off from now on, whatever the plan says?', 'pause']
      : ['Put the plan in force', 'Shall everything be switched off again as the plan says, from now on?', 'resume'];
  if (paused === 'plan') return html`<p>The file of the plan pauses it, and only the file puts it in force again.</p>`;
  return html`<details>
    <summary>${does}</summary>
    <p>${question} It holds for all processes, and can be changed back here.</p>
    <form method="post" action="${retirementPagePath}">
      <input type="hidden" name="key" value="${key}" />
      <button class="second" name="action" value="${action}">Yes, ${does.toLowerCase()}</button>
    </form>
  </details>`;
}

/** Whether there is a plan, and what it does today. */
const today = ({ plan, now }: Context) => html`<p class="today">${planToday(plan, now())}</p>`;
