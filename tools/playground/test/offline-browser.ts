import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Whether this machine has a browser. */
export const hasBrowser = existsSync(executablePath);

/** Chromium that reaches this machine only. */
export interface OfflineBrowser {
  /** Opens a window of this size in CSS pixels. Windows share what the browser stores. */
  open(width: number, height: number): Promise<Page>;
  /** The CPU time that the processes of all pages have taken. */
  cpuSeconds(): Promise<number>;
  /** Requests to other hosts. */
  elsewhere: string[];
  /** Errors in the console without refusals of the REST interface, uncaught errors, and violations of the policy. */
  complaints: string[];
  close(): Promise<void>;
}

/**
 * Starts the browser.
 * @param dark whether pages are shown in dark colors
 * @param sharpness pixels for each CSS pixel
 * @param evaluates whether a test may add scripts to pages, whatever their policies say
 */
export async function startBrowser(
  url: string,
  { dark = false, sharpness = 1, evaluates = false } = {},
): Promise<OfflineBrowser> {
  const cut = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic', cut];
  const browser = await chromium.launch({ executablePath, args });
  const context = await browser.newContext({
    bypassCSP: evaluates,
    deviceScaleFactor: sharpness,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
  });
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
      elsewhere.push(request.url());
  });
  return {
    elsewhere,
    complaints,
    async open(width, height) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      page.setDefaultTimeout(50_000);
      page.on('console', (message) => {
        const isRefusal = message.location().url.includes('/api/v1/');
        if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return page;
    },
    async cpuSeconds() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
    close: () => browser.close(),
  };
}
