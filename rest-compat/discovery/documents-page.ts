import { inScript } from '../../src/platform/html.ts';
import { contentPolicy } from '../../src/web/pages/content-policy.ts';
import { base } from '../uris.ts';
import { scriptPath } from './scalar.ts';

const readableColors = `.dark-mode { --scalar-color-3: #a5afbc; }
.light-mode { --scalar-color-3: #5b6470; --scalar-color-green: #007a4d; --scalar-color-blue: #0068b3; --scalar-color-orange: #a4500a;
  --scalar-color-red: #c6000a; --scalar-color-yellow: #7d5f00; }`;

/**
 * The readable page of the OpenAPI document: Scalar's reference, which searches, and sends requests to this service.
 * @param nonce allows the scripts of the page
 * @param key the key of the demo account, with which the page is signed in, or null without demo data
 */
export function documentsPage(nonce: string, key: string | null): string {
  const config = {
    url: `${base}/openapi.json`,
    // Nothing is sent to the makers of the page or loaded from them, and it does not advertise their services.
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    favicon: 'data:,',
    // Some colors of Scalar are too faint to be read by everybody.
    customCss: readableColors,
    persistAuth: key === null,
    authentication: {
      preferredSecurityScheme: 'Bearer',
      ...(key === null ? {} : { securitySchemes: { Bearer: { token: key } } }),
    },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<title>Runners: REST interface</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="${base}${scriptPath}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', ${inScript(config)})</script>
</body>
</html>
`;
}

/** The headers of the page: those of the playground, because it contains a key as well. */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy(nonce),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  };
}
