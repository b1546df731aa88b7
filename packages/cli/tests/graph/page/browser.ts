import { type Browser, chromium } from 'playwright-core';
import { browserPath } from '../../../../../scripts/browser-path.ts';

/**
 * The browser that the tests run in; undefined where there is none, and they are skipped.
 *
 * @throws Error where there is none and the variable CI says that nothing may be skipped
 */
export function wantedBrowser(): string | undefined {
  const found = browserPath();
  if (found !== undefined) return found;
  const { CI: isCi = '' } = process.env;
  if (isCi !== '' && isCi !== 'false')
    throw new Error('No Chromium, Chrome or Edge was found. Install one, or set CHROMIUM_PATH.');
  console.warn(
    'The tests of the HTML page are skipped. To run them, install Chromium, Chrome or Edge, or set CHROMIUM_PATH.',
  );
  return undefined;
}

/** Starts a browser without a window, which asks nothing of the network on its own. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet],
  });
}
