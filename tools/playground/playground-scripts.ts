/** The key under which GraphiQL stores the tabs. */
const rewriteHeaders = `
  function rewriteHeaders(change) {
    const tabs = JSON.parse(localStorage.getItem('graphiql:tabState') || 'null');
    if (tabs && Array.isArray(tabs.tabs)) {
      for (const tab of tabs.tabs) tab.headers = change(tab.headers);
      localStorage.setItem('graphiql:tabState', JSON.stringify(tabs));
    }
    const headers = localStorage.getItem('graphiql:headers');
    if (headers !== null) localStorage.setItem('graphiql:headers', change(headers));
  }`;

/**
 * A browser script that runs before GraphiQL. Headers that were chosen for every tab replace those of the tabs; GraphiQL stores
 * the tabs a moment after each change, so this is done when the page is loaded again. The tabs of an earlier visit contain the
 * headers that were the default then. If the default has changed since (new demo data, a new key), these tabs get the new one;
 * headers that the user has typed remain.
 */
export const keepHeadersFresh = `${rewriteHeaders}
  {
    const now = RURU_CONFIG.defaultHeaders;
    const before = localStorage.getItem('playground:headers');
    const chosen = localStorage.getItem('playground:chosenHeaders');
    localStorage.removeItem('playground:chosenHeaders');
    try {
      if (chosen !== null) {
        localStorage.setItem('graphiql:headers', chosen);
        rewriteHeaders(() => chosen);
      } else if (before !== null && before !== now) rewriteHeaders((headers) => (headers === before ? now : headers));
    } catch { localStorage.removeItem('graphiql:tabState'); }
    localStorage.setItem('playground:headers', now);
  }`;

/**
 * A browser script that runs before GraphiQL. It puts the tab that another page of the playground opens (`openInEditor`) before
 * those of an earlier visit, or before the examples.
 */
export const openTab = `
  {
    const opened = localStorage.getItem('playground:openTab');
    localStorage.removeItem('playground:openTab');
    if (opened !== null) {
      const kept = JSON.parse(localStorage.getItem('graphiql:tabState') || 'null');
      const examples = RURU_CONFIG.defaultTabs.map((tab) => ({ ...tab, id: String(Math.random()), hash: null, response: null,
        variables: tab.variables || null, ...titleOf(tab.query) }));
      const tab = JSON.parse(opened);
      const tabs = [tab, ...(kept && Array.isArray(kept.tabs) ? kept.tabs : examples)];
      localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 0 }));
      // GraphiQL chooses the tab with this content.
      for (const part of ['query', 'variables', 'headers']) localStorage.setItem('graphiql:' + part, tab[part]);
    }

    function titleOf(query) {
      const name = /^(?:query|mutation|subscription)\\s+(\\w+)/m.exec(query)?.[1] ?? null;
      return { title: name ?? '<untitled>', operationName: name };
    }
  }`;

/**
 * A browser script that runs before `openTab`, which opens the document, variables and person of a link (`#open=…`, made by
 * `browser/answer-facts.ts`). It has the headers of the people by their roles.
 */
export const openLink = `
  {
    const [, packed] = /^#open=([\\w-]+)$/.exec(location.hash) || [];
    if (packed) {
      history.replaceState(null, '', location.pathname);
      try {
        const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
        const { query, variables, as } = JSON.parse(new TextDecoder().decode(bytes));
        const headers = HEADERS_OF_PEOPLE[as] || RURU_CONFIG.defaultHeaders;
        const name = /^(?:query|mutation|subscription)\\s+(\\w+)/m.exec(query)?.[1] ?? null;
        localStorage.setItem('playground:openTab', JSON.stringify({ id: String(Math.random()), hash: null, title: name ?? '<untitled>',
          query: String(query), variables: String(variables ?? ''), headers, operationName: name, response: null }));
      } catch { /* A link that was cut off opens the editor as it is. */ }
    }
  }`;

/**
 * A browser script that runs before GraphiQL. The editor tells its models to `browser/answer-facts.ts`, and starts the threads that
 * complete and check what is typed when the page can be used, since they take as much time as the page itself.
 */
export const openWorkersLater = `
  const { MonacoEnvironment } = globalThis;
  const { getWorker } = MonacoEnvironment;
  const isUsable = new Promise((resolve) => addEventListener('load', () => setTimeout(resolve, 1500)));
  Object.assign(MonacoEnvironment, { globalAPI: true, getWorker: async (...asked) => (await isUsable, getWorker(...asked)) });`;

/**
 * A browser script. It tells what every operation was answered (`playground:answered`). When an answer contains a new key (signIn,
 * register, createApiKey), it offers to use the key in every tab.
 */
export const offerNewKey = `
  {
    const send = window.fetch;
    window.fetch = async (...request) => {
      const begun = performance.now();
      const [address, init] = request;
      // The footer shows the cost by field, and the answer is shown without it. The schema is neither.
      if (init?.method !== 'POST' || String(init.body).includes('IntrospectionQuery')) return send(...request);
      const headers = { ...Object.fromEntries(new Headers(init.headers)), 'X-Cost-By-Field': 'on' };
      const received = await send(address, { ...init, headers });
      const isJson = received.headers.get('content-type')?.includes('json');
      const text = isJson ? await received.clone().text() : '';
      const response = text.includes(',"costBy":') ? withoutCosts(received, text) : received;
      const ms = Math.round(performance.now() - begun);
      received.clone().json().then((answer) => {
        const { data } = answer;
        const detail = { sent: request[1], response, answer, ms };
        document.dispatchEvent(new CustomEvent('playground:answered', { detail }));
        const fresh = Object.values(data || {}).find((value) => value && typeof value.apiKey === 'string');
        if (fresh) offer(fresh);
      }).catch(() => {});
      return response;
    };

    function withoutCosts({ status, headers }, text) {
      const answer = JSON.parse(text);
      if (answer.extensions) delete answer.extensions.costBy;
      return new Response(JSON.stringify(answer), { status, headers });
    }

    function offer({ apiKey, user, username }) {
      document.getElementById('new-key')?.remove();
      const box = document.createElement('div');
      box.id = 'new-key';
      box.style.cssText = 'position:fixed;right:24px;bottom:48px;z-index:10;padding:12px 16px;border-radius:8px;' +
        'background:#1f2733;color:#fff;font:14px system-ui,sans-serif;box-shadow:0 4px 16px #0005';
      const name = user?.firstName || username;
      box.append(name ? 'Signed in as ' + name + '. ' : 'This is a new key. ', button('Use this key in every tab', () => {
        localStorage.setItem('playground:chosenHeaders', JSON.stringify({ Authorization: 'Bearer ' + apiKey }, null, 2));
        location.reload();
      }), ' ', button('No', () => box.remove()));
      document.body.append(box);
    }

    function button(text, act) {
      const made = document.createElement('button');
      made.textContent = text;
      made.style.cssText = 'margin-left:8px;padding:4px 10px;border:0;border-radius:4px;cursor:pointer;font:inherit';
      made.addEventListener('click', act);
      return made;
    }
  }`;
