import { html } from '../../src/platform/html.ts';

/** The page on which rows of the REST interface are sent and explained. */
export const restBody = html`<main class="sides">
  <div>
    <h1>Each REST call is a document</h1>
    <form id="row-form" class="panel">
      <div class="field">
        <label for="row">Call</label
        ><select id="row"></select>
      </div>
      <p id="about" class="soft"></p>
      <div class="pair">
        <div class="field">
          <label for="as">As</label
          ><select id="as"></select>
        </div>
        <div class="field">
          <label for="format">Format</label
          ><select id="format">
            <option value="application/json">JSON</option>
            <option value="application/xml">XML</option>
            <option value="text/yaml">YAML</option>
          </select>
        </div>
      </div>
      <div id="fields" class="pair"></div>
      <div id="body-part" class="field">
        <label for="body">Body</label> <textarea id="body" spellcheck="false" autocapitalize="off" rows="8"></textarea>
      </div>
      <button id="send" type="submit">Send</button>
    </form>
  </div>
  <div id="answer" aria-live="polite" class="answer"></div>
</main>`;
