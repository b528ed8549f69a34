import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import type { RequestRecord } from '../src/platform/observability/request-record.ts';
import type { CurrentPlan } from '../src/retiring/current-plan.ts';
import { partsOf } from '../src/retiring/plan.ts';
import type { Retirement } from '../src/retiring/plan.ts';

/**
 * What of a row will be switched off, the first to end first.
 * @param values the entries of the values of its parameters in the call
 */
export function retirementsOf(
  plan: Pick<CurrentPlan, 'ofRow'>,
  row: string,
  values: readonly string[],
): readonly Retirement[] {
  const planned = plan.ofRow(row);
  if (planned.length === 0) return [];
  return planned
    .filter((one) => !partsOf(one.name).parameter || values.includes(`parameter\t${one.name}\t`))
    .toSorted((one, other) => one.sunsetMs - other.sunsetMs);
}

/**
 * The headers of an answer of a row that will be switched off: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links to the successor
 * and to the notice.
 */
export function headersOfRetired(successor: FurtherHeaders, [first]: readonly Retirement[]): FurtherHeaders {
  if (!first) return successor;
  const { deprecatedMs, sunsetMs, notice } = first;
  const links = [
    successor['Link'] ?? [],
    notice === null ? [] : `<${notice}>; rel="deprecation"; type="text/html"`,
  ].flat();
  return {
    ...successor,
    ...(links.length > 0 ? { Link: links.join(', ') } : {}),
    Deprecation: `@${Math.floor(deprecatedMs / 1000)}`,
    Sunset: new Date(sunsetMs).toUTCString(),
  };
}

/** @throws Failure RETIRED or BROWNOUT for a call of what is off, which names its successor */
export function checkRetired(
  plan: Pick<CurrentPlan, 'refuse'>,
  retirements: readonly Retirement[],
  { client }: Pick<RequestRecord, 'client'>,
  successor: FurtherHeaders,
): void {
  for (const retirement of retirements) {
    const refusal = plan.refuse(retirement, client, sentenceOf(successor));
    if (refusal) throw refusal;
  }
}

/** A sentence about the document that replaces a row. */
function sentenceOf(successor: FurtherHeaders): string {
  const [, page] = /^<([^>]*)>; rel="successor/.exec(String(successor['Link'])) ?? [];
  return `GraphQL has the same as the document ${successor['GraphQL-Document-Id']}${page === undefined ? '' : `: ${page}`}.`;
}
