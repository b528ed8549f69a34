import { assetPath } from '../../playground/assets.ts';
import { html } from '../../../src/platform/html.ts';

/** The script that fills the part. */
export const recordingScript = `${assetPath}recording.js`;

/** Its CSS. */
export const recordingStyle = `
#recorded { margin-top: 14px; }
#judge { color: var(--accent); background: transparent; border: 1px solid var(--field); }
.tick { display: inline-block; margin-right: 14px; font: 13px/1.8 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.tick input { width: auto; margin: 0; }
.downloads button { width: auto; margin: 0 8px 8px 0; }
tr[data-verdict=different] strong { color: var(--bad); }
.filters button { width: auto; margin: 0 8px 8px 0; padding: 5px 12px; font-size: 14px; color: var(--accent); background: transparent;
  border: 1px solid var(--field); }
.filters button[aria-pressed=true] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button:disabled { opacity: 0.55; cursor: default; }
td ul { margin: 4px 0; padding-left: 18px; }
[hidden] { display: none; }
`;

/** The part of the page that a script fills (`tools/playground/browser/recording.ts`). Without scripts, it is not there. */
export const recording = html`<section id="recording" hidden>
  <h2>The whole traffic of an app</h2>
  <p>
    Drop a HAR file here, or choose it. Its calls are compared with the answers in the file if there is a key above, and
    the operations that the app needs can be saved. Nothing is stored but in this tab of the browser.
  </p>
  <label for="har">HAR file</label>
  <input id="har" type="file" accept=".har,.json" />
  <button id="judge" type="button" hidden>Read it again</button>
  <div id="failed"></div>
  <div id="recorded"></div>
</section>`;
