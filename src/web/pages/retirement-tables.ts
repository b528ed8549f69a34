import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { isCall, judge, titleOf } from '../../retiring/judge.ts';
import { lastDayOf } from '../../retiring/usage-ledger.ts';
import type { LedgerEntry, UsageLedger } from '../../retiring/usage-ledger.ts';
import { keptDays } from '../../retiring/usage.queries.ts';
import { callsOn, daysUntil, picture, sparkline } from './retirement-picture.ts';

/** The rows of a table, the most used first. */
const mostRows = 200;

/** The lines of calls over REST and of documents, with a link that saves the picture. */
export function usePicture({ until, entries }: UsageLedger): Html {
  const days = daysUntil(until, keptDays);
  const ofRows = entries.filter(({ kind }) => kind === 'row');
  // Each document has one field at its root.
  const ofDocuments = entries.filter((entry) => entry.kind === 'field' && isCall(entry));
  const lines = { 'REST calls': callsOn(days, ofRows), 'Root fields of GraphQL': callsOn(days, ofDocuments) };
  const drawn = picture(`Calls by day until ${until.slice(0, 10)}`, days, lines);
  const address = `data:image/svg+xml;base64,${Buffer.from(drawn.text).toString('base64')}`;
  return html`<div class="picture">${drawn}</div>
    <p><a download="calls-${until.slice(0, 10)}.svg" href="${address}">Save this picture</a></p>`;
}

/** What was called, by use. */
export function nameTable(ledger: UsageLedger, kinds: readonly LedgerEntry['kind'][]): Html {
  const own = ledger.entries.filter(({ kind }) => kinds.includes(kind));
  const byName = Map.groupBy(own, ({ name }) => name);
  return useTable(ledger, 'Name', byName, (entries) =>
    [...new Set(entries.map(({ detail }) => detail))].sort().join(', '),
  );
}

/** Who has called, by use. Of fields, only those at the root count. */
export function clientTable(ledger: UsageLedger): Html {
  const byClient = Map.groupBy(ledger.entries.filter(isCall), ({ client }) => titleOf(client));
  return useTable(
    ledger,
    'Client',
    byClient,
    (entries) => judge({ ...ledger, entries }, () => true).clients[0]?.versions.join(', ') ?? '',
  );
}

function useTable(
  ledger: UsageLedger,
  heading: string,
  groups: ReadonlyMap<string, LedgerEntry[]>,
  detailOf: (entries: LedgerEntry[]) => string,
): Html {
  if (groups.size === 0) return html`<p>Nothing was called.</p>`;
  const isOfClients = heading === 'Client';
  const days = daysUntil(ledger.until, keptDays);
  const sorted = [...groups]
    .map(([name, entries]) => ({ name, entries, calls: entries.reduce((sum, { calls }) => sum + calls, 0) }))
    .sort((one, other) => other.calls - one.calls);
  const rows = sorted.slice(0, mostRows).map(({ name, entries, calls }) => {
    const { clients } = judge({ ...ledger, entries }, () => true);
    return html`<tr>
      <td>${name}</td>
      <td class="number">${calls}</td>
      ${isOfClients ? [] : html`<td class="number">${clients.length}</td>`}
      <td>${lastDayOf(entries)}</td>
      <td>${sparkline(callsOn(days, entries), `${calls} calls in 90 days`)}</td>
      <td>${detailOf(entries)}</td>
    </tr>`;
  });
  return html`<div class="wide">
      <table>
        <thead>
          <tr>
            <th>${heading}</th>
            <th class="number">Calls</th>
            ${isOfClients ? [] : html`<th class="number">Clients</th>`}
            <th>Last call</th>
            <th>90 days</th>
            <th>${isOfClients ? 'Versions' : 'How'}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${sorted.length > mostRows ? html`<p>${sorted.length - mostRows} further ones are in the export (npx runners ledger).</p>` : []}`;
}
