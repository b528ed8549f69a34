import type { Express, Request } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { notice, page } from './page.ts';
import type { Page } from './page.ts';
import { datesOf, dayOf, money, number, stateOf } from './participant-page.texts.ts';
import { publicRuns } from './participant-page.queries.ts';
import type { PublicRun } from './participant-page.queries.ts';
import { pageStyle, progressRing, runBar } from './participant-page.drawing.ts';
import { flatParticipantsByIds } from '../../domain/events/participant.queries.ts';
import { participantRow } from '../../domain/events/participant.row.ts';
import type { ParticipantRow } from '../../domain/events/participant.row.ts';
import { sponsorsOfParticipants } from '../../domain/events/sponsor.queries.ts';
import type { SponsorRow } from '../../domain/events/sponsor.queries.ts';

const shownRuns = 10;
const shownSponsors = 50;
const firstSponsors = { limit: shownSponsors + 1, offset: 0, after: null, before: null, fromEnd: false };
/** The viewer is anonymous, so that the page contains only what is public. */
const nobody = 0;

/**
 * The public page of a participant (interface, `participant_url`), rendered on the server, without scripts and without
 * a key. It shows sums, sponsors and public runs, and nothing else that is not public.
 */
export function serveParticipantPage(app: Express, contextOf: ContextOf): void {
  app.get('/participants/:id', page(contextOf, show));
}

async function show(context: Context, request: Request): Promise<Page> {
  const participant = await participantOf(context, String(request.params['id']));
  if (!participant) return unknown;
  const { database } = context;
  const { user, startsDate, endsDate } = participant;
  const [runs, sponsors] = await Promise.all([
    database.all(publicRuns, [user.id, startsDate, endsDate, shownRuns]),
    sponsorsOfParticipants.pages(database, (ids) => [ids]).load({ of: participant.id, ...firstSponsors }),
  ]);
  return {
    title: `${user.firstName} ${user.lastName}`,
    style: pageStyle,
    body: html`${header(context, participant)} ${figures(participant)}
    ${participant.description === '' ? [] : html`<p class="words" dir="auto">${participant.description}</p>`}
    ${sponsorList(sponsors)} ${runList(runs)}`,
  };
}

const unknown = notice('There is no such page', 'Nobody takes part in an event under this address.', 404);

/** Null if there is no such participant, or if the participant has left. */
async function participantOf(context: Context, id: string): Promise<ParticipantRow | null> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  const flat = await context.database.one(flatParticipantsByIds, [nobody, context.now(), [Number(id)]]);
  return flat && flat.leftDate === null ? participantRow(flat) : null;
}

function header(context: Context, participant: ParticipantRow): Html {
  const { event } = participant;
  const more = event.infoUrl === '' ? [] : html` · ${link(event.infoUrl, 'About it')}`;
  return html`<p class="event">
    runs for ${link(event.homeUrl, event.name)}${more}<br />
    ${datesOf(event)} · <strong>${stateOf(participant, context.now())}</strong>
  </p>`;
}

/** Addresses are http or https, or empty. */
function link(url: string, text: string): Html {
  if (url === '') return html`<bdi>${text}</bdi>`;
  return html`<a href="${url}" rel="noopener noreferrer nofollow"><bdi>${text}</bdi></a>`;
}

function figures(participant: ParticipantRow): Html {
  const { totalMilesLogged, totalRaised, amountPerMile, userGoalInMiles } = participant;
  const ring = userGoalInMiles ? progressRing(totalMilesLogged, userGoalInMiles) : html``;
  return html`<div class="figures">
    ${ring}
    <dl>
      <div>
        <dt>Miles so far</dt>
        <dd>${number(totalMilesLogged)}</dd>
      </div>
      ${
        userGoalInMiles
          ? html`<div>
              <dt>Goal</dt>
              <dd>${number(userGoalInMiles)} miles</dd>
            </div>`
          : []
      }
      <div>
        <dt>Raised for each mile</dt>
        <dd>${money(amountPerMile)}</dd>
      </div>
      <div>
        <dt>Total raised</dt>
        <dd class="total">${money(totalRaised)}</dd>
      </div>
    </dl>
  </div>`;
}

function sponsorList(sponsors: SponsorRow[]): Html {
  if (sponsors.length === 0) return html``;
  const rows = sponsors.slice(0, shownSponsors).map(
    ({ name, amountPerMile }) =>
      html`<li>
        <span><bdi>${name}</bdi></span
        ><b>${money(amountPerMile)} a mile</b>
      </li>`,
  );
  const more = sponsors.length > shownSponsors ? html`<p>and more</p>` : html``;
  return html`<h2>Sponsors</h2>
    <ul>
      ${rows}
    </ul>
    ${more}`;
}

function runList(runs: PublicRun[]): Html {
  if (runs.length === 0) return html``;
  const longest = Math.max(...runs.map(({ miles }) => miles));
  const rows = runs.map(
    (run) =>
      html`<li>
        <span>${run.title} <small>${dayOf(run)}</small></span
        ><b>${number(run.miles)} mi</b>${runBar(run.miles / longest)}
      </li>`,
  );
  return html`<h2>Latest runs</h2>
    <ul>
      ${rows}
    </ul>`;
}
