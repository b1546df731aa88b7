import { existsSync } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * The browser of this machine: that of the variable CHROMIUM_PATH, or else Chromium, Chrome or Edge where they usually
 * are. Undefined where there is none.
 *
 * @throws Error where CHROMIUM_PATH names a file that is not there
 */
export function browserPath(): string | undefined {
  const { CHROMIUM_PATH: given = '', PATH: folders = '' } = process.env;
  if (given !== '' && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which is not there.`);
  if (given !== '') return given;
  const inPath = folders.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...inPath, ...places].find((place) => existsSync(place));
}
