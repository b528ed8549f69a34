import { html } from '../../platform/html.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Period, ReportKind } from './period.ts';
import type { DueReport, Figures } from './report.queries.ts';
import { metersAFoot } from '../rules/units.ts';
import { metersAMile } from '@runners/recordings';

const words: Record<ReportKind, { time: string; adjective: string }> = {
  weekly: { time: 'week', adjective: 'weekly' },
  monthly: { time: 'month', adjective: 'monthly' },
  annual: { time: 'year', adjective: 'annual' },
};

/** The mail with the figures of a user for a period, in the user's units. */
export function reportMail(
  kind: ReportKind,
  period: Period,
  who: Pick<DueReport, 'email' | 'firstName' | 'distance' | 'elevation'>,
  figures: Figures,
  unsubscribe: string,
): Mail {
  const { time, adjective } = words[kind];
  const rows = figuresInWords(who, figures);
  const greeting = `Hello ${who.firstName},`;
  const opening =
    figures.workouts === 0
      ? `you recorded no workouts in this ${time} (${period.title}).`
      : `this was your ${time} (${period.title}):`;
  const closing = `You get this mail because your preferences ask for ${adjective} reports.`;
  const width = Math.max(0, ...rows.map(([label]) => label.length)) + 2;
  const table = rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}\n`).join('');
  return {
    to: who.email,
    subject:
      figures.workouts === 0
        ? `Your ${time}: no workouts (${period.title})`
        : `Your ${time}: ${rows[0]?.[1]} in ${counted(figures.workouts)} (${period.title})`,
    text: `${greeting}\n\n${opening}\n\n${table === '' ? '' : `${table}\n`}${closing}\nTurn them off: ${unsubscribe}\n`,
    html: html`<p>${greeting}</p>
      <p>${opening}</p>
      <table cellpadding="4">
        ${rows.map(
          ([label, value]) =>
            html`<tr>
              <td>${label}</td>
              <td align="right"><b>${value}</b></td>
            </tr> `,
        )}
      </table>
      <p>
        <small>${closing} <a href="${unsubscribe}">Turn them off</a></small>
      </p> `.text,
    unsubscribe,
  };
}

/** The figures with their labels, the distance first. It is empty without workouts. */
function figuresInWords(who: Pick<DueReport, 'distance' | 'elevation'>, figures: Figures): [string, string][] {
  if (figures.workouts === 0) return [];
  const best: [string, number | null][] = [
    ['Best mile', figures.mile],
    ['Best 5 km', figures.fiveK],
    ['Best 10 km', figures.tenK],
    ['Best half marathon', figures.halfMarathon],
    ['Best marathon', figures.marathon],
  ];
  return [
    ['Distance', distance(figures.distanceInMeters, who.distance)],
    ['Time', clock(figures.durationInSeconds)],
    ['Workouts', String(figures.workouts)],
    ['Longest', distance(figures.longestInMeters ?? 0, who.distance)],
    ['Climb', elevation(figures.elevationGainInMeters, who.elevation)],
    ...best.flatMap(([label, seconds]): [string, string][] => (seconds === null ? [] : [[label, clock(seconds)]])),
  ];
}

const twoPlaces = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function distance(meters: number, unit: DueReport['distance']): string {
  return unit === 'miles' ? `${twoPlaces.format(meters / metersAMile)} mi` : `${twoPlaces.format(meters / 1000)} km`;
}

function elevation(meters: number, unit: DueReport['elevation']): string {
  return unit === 'feet' ? `${whole.format(meters / metersAFoot)} ft` : `${whole.format(meters)} m`;
}

/** `1:05:09`, `25:03`. */
function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = `${two(seconds % 60)}`;
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function counted(workouts: number): string {
  return workouts === 1 ? '1 workout' : `${workouts} workouts`;
}
