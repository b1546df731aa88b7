import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlOf } from '../../../src/graph/html.ts';
import { svgOf } from '../../../src/graph/svg.ts';
import type { GraphReport } from '../../../src/graph/report-types.ts';
import { startBrowser, wantedBrowser } from './browser.ts';
import { emptyReport, hostileNames, hostileReport, reportWith } from '../reports.ts';

const executable = wantedBrowser();

/** Where the screenshots of a run are, for people to look at. */
const screenshots = path.join(import.meta.dirname, '../../../../../.tmp/screenshots');

const reports = {
  5: reportWith({ agents: 5 }),
  50: reportWith({ agents: 50 }),
  200: reportWith({ agents: 200 }),
  apart: reportWith({ agents: 50, hasHead: false }),
  hostile: hostileReport(),
  empty: emptyReport,
};

describe.skipIf(executable === undefined)('the page in a browser', () => {
  let folder: string;
  let browser: Browser;
  /** What went wrong in the pages of a test, or was asked of the network. */
  const problems: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'page-'));
    mkdirSync(screenshots, { recursive: true });
    browser = await startBrowser(executable!);
    for (const [name, report] of Object.entries(reports))
      writeFileSync(path.join(folder, `${name}.html`), await htmlOf({ report }));
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function open(name: keyof typeof reports, options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
    problems.length = 0;
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== address(name)) problems.push(request.url());
    });
    await page.goto(address(name) + hash);
    await page.waitForSelector('#panel h2', { state: 'attached' });
    return page;
  }

  function address(name: keyof typeof reports): string {
    return pathToFileURL(path.join(folder, `${name}.html`)).href;
  }

  async function close(page: Page): Promise<void> {
    await page.context().close();
    expect(problems).toEqual([]);
  }

  function card(page: Page, name: string) {
    return page.locator(`[data-agent]:has(> title:text-is("${name}"))`);
  }

  /** Clicks a card beside what stands in it. */
  async function choose(page: Page, name: string): Promise<void> {
    await card(page, name)
      .locator('.card')
      .click({ position: { x: 10, y: 3 } });
  }

  /** Names of the agents whose cards have a class. */
  async function agentsWith(page: Page, name: string): Promise<string[]> {
    return (await page.locator(`[data-agent].${name} > title`).allTextContents()).sort();
  }

  const heading = (page: Page) => page.locator('#panel h2');

  describe.each([5, 50, 200] as const)('with %i agents', (count) => {
    it.each(['light', 'dark'] as const)('is drawn without errors or requests, %s', async (colorScheme) => {
      const page = await open(count, { colorScheme });

      expect(await page.locator('[data-agent]').count()).toBe(count);
      expect(await page.locator('[data-step]').count()).toBe(reports[count].delegations.length);
      const shown = await page.screenshot({ path: path.join(screenshots, `${String(count)}-${colorScheme}.png`) });
      expect(shown.length).toBeGreaterThan(20_000);
      await choose(page, 'frontdesk');
      await page.screenshot({ path: path.join(screenshots, `${String(count)}-${colorScheme}-agent.png`) });
      await close(page);
    });

    it('lights what an agent can reach, fades the rest, and lists its tools', async () => {
      const page = await open(count);
      const agent = reports[count].agents.find(({ label }) => label === 'frontdesk')!;

      await choose(page, 'frontdesk');

      expect(await heading(page).textContent()).toBe('frontdesk');
      expect(await agentsWith(page, 'is-chosen')).toEqual(['frontdesk']);
      expect(await page.locator('[data-agent].is-lit').count()).toBe(reachedFrom(reports[count], agent.id).size);
      expect(await page.locator('#panel [aria-controls^="way-"]').count()).toBe(agent.reach.length);
      expect(await page.locator('#live').textContent()).toContain(
        `frontdesk can have ${String(agent.reach.length)} tools run`,
      );
      await page.keyboard.press('Escape');
      expect(await page.locator('[data-agent].is-lit').count()).toBe(0);
      await close(page);
    });
  });

  it('lights a part only, where an agent cannot reach all', async () => {
    const page = await open(50);
    const agent = reports[50].agents.find(({ label }) => label === 'fraud_writer')!;
    const reached = reachedFrom(reports[50], agent.id);
    expect(reached.size).toBeLessThan(10);

    await choose(page, 'fraud_writer');

    expect(await agentsWith(page, 'is-lit')).toEqual([...reached].sort());
    const [lit, faded] = await Promise.all(
      ['.is-lit', ':not(.is-lit)'].map((state) =>
        page
          .locator(`[data-agent]${state}`)
          .first()
          .evaluate((element) => Number(getComputedStyle(element).opacity)),
      ),
    );
    expect(lit).toBe(1);
    expect(faded).toBeLessThan(0.3);
    await close(page);
  });

  it('follows a witness: draws the way, and tells its places', async () => {
    const page = await open(50);
    const agent = reports[50].agents.find(({ label }) => label === 'frontdesk')!;
    const reached = agent.reach.find(({ path: way }) => way.length === 3)!;
    const index = reports[50].tools.findIndex(({ id }) => id === reached.tool);

    await choose(page, 'frontdesk');
    await page.locator(`[aria-controls$="-${String(index)}"]`).click();

    expect(await agentsWith(page, 'is-way')).toEqual([...reached.path].sort());
    expect(await page.locator('[data-step].is-way').count()).toBe(2);
    const places = await page.locator('.way-list:visible code').allTextContents();
    const edges = reached.path
      .slice(1)
      .map((to, at) => reports[50].delegations.find((edge) => edge.from === reached.path[at] && edge.to === to)!.at);
    for (const edge of edges) expect(places).toContain(edge);
    expect(await page.locator('.way-list:visible .link').allTextContents()).toEqual([
      ...reached.path,
      reports[50].tools[index]!.label,
    ]);
    await page.screenshot({ path: path.join(screenshots, '50-witness.png') });
    await close(page);
  });

  it('shows a way while it is pointed at, and the chosen one again afterwards', async () => {
    const page = await open(5);
    await choose(page, 'frontdesk');
    const [first, second] = await page.locator('#panel .row[aria-expanded]:has(.way:text("→"))').all();
    await first!.click();
    const chosen = await agentsWith(page, 'is-way');

    await second!.hover();
    await page.mouse.move(2, 2);

    expect(await agentsWith(page, 'is-way')).toEqual(chosen);
    await close(page);
  });

  it('tells of a finding, in red, along its way', async () => {
    const page = await open(50);
    const finding = reports[50].findings[0]!;

    await page.locator('#panel .row.finding').first().click();

    expect(await page.locator('#panel h2').textContent()).toBe(finding.message.replaceAll('`', ''));
    expect(await agentsWith(page, 'is-way')).toEqual([...finding.path].sort());
    expect(await page.locator('[data-step].flagged').count()).toBeGreaterThan(0);
    const red = await page
      .locator('[data-step].flagged .line')
      .first()
      .evaluate((line) => getComputedStyle(line).stroke);
    expect(red).toBe('rgb(180, 35, 24)');
    await close(page);
  });

  it('finds agents and tools by name, by keyboard', async () => {
    const page = await open(200);
    await page.keyboard.press('/');
    await page.keyboard.type('FRAUD_sup');
    expect(await page.locator('#found [role="option"]').allTextContents()).toEqual(['fraud_supervisoragent']);
    expect(await page.locator('#search').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Enter');

    expect(await heading(page).textContent()).toBe('fraud_supervisor');
    expect(await page.locator('#found').isVisible()).toBe(false);
    // It is brought to where it can be seen, and read.
    const box = (await card(page, 'fraud_supervisor').boundingBox())!;
    expect(box.x).toBeGreaterThan(0);
    expect(box.x + box.width).toBeLessThan(1440 - 384);
    expect(box.width).toBeGreaterThan(100);
    await close(page);
  });

  it('searches by arrow keys, and says where nothing has the name', async () => {
    const page = await open(50);
    await page.locator('#search').fill('_file');
    const options = page.locator('#found [role="option"]');
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('#search').getAttribute('aria-activedescendant')).toBe(
      await options.nth(1).getAttribute('id'),
    );
    const second = await options.nth(1).locator('.text').textContent();
    await page.keyboard.press('Enter');
    expect(second).toContain((await heading(page).textContent())!);
    expect(await page.locator('#panel h3').last().textContent()).toContain('Agents that can have it run');

    await page.locator('#search').fill('zzz');
    expect(await page.locator('#found').textContent()).toBe('No agent or tool has this in its name.');
    await close(page);
  });

  it('can be used without a mouse', async () => {
    const page = await open(5);
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-agent]')?.querySelector('title')?.textContent);
    const tabTo = async (wanted: string) => {
      for (let presses = 0; presses < 60 && (await focused()) !== wanted; presses += 1)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(wanted);
    };

    await tabTo('frontdesk');
    await page.keyboard.press('ArrowRight');
    const other = await focused();
    expect(other).not.toBe('frontdesk');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('frontdesk');
    await page.keyboard.press('Enter');
    expect(await heading(page).textContent()).toBe('frontdesk');
    expect(await card(page, 'frontdesk').locator('.card').getAttribute('aria-pressed')).toBe('true');

    // On to the panel, to the first tool, and to its way.
    await page.keyboard.press('Tab');
    for (let presses = 0; presses < 20; presses += 1) {
      if (
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-expanded') === 'false' && document.activeElement.id !== 'search',
        )
      )
        break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.way-list:visible').count()).toBe(1);
    expect(await page.locator('#live').textContent()).toMatch(/^The way frontdesk/);
    await page.keyboard.press('Escape');
    expect(await heading(page).textContent()).toBe('Who can do what through whom');
    expect(await heading(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await close(page);
  });

  it('zooms by wheel, buttons and keys, and pans by drag and keys', async () => {
    const page = await open(50);
    const at = () => page.locator('#content').getAttribute('transform');
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await at())!)![1]);
    const whole = (await at())!;
    const first = await scale();
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, -240);
    await expect.poll(scale).toBeGreaterThan(first * 1.2);
    await page.keyboard.press('0');
    expect(await at()).toBe(whole);
    await page.keyboard.press('+');
    expect(await scale()).toBeCloseTo(first * 1.4, 5);
    await page.getByRole('button', { name: 'Smaller' }).click();
    expect(await scale()).toBeCloseTo(first, 5);

    const before = await at();
    await page.mouse.move(20, 100);
    await page.mouse.down();
    await page.mouse.move(120, 160, { steps: 4 });
    await page.mouse.up();
    expect(await at()).not.toBe(before);
    // A drag chooses nothing and gives nothing up.
    expect(await heading(page).textContent()).toBe('Who can do what through whom');
    await close(page);
  });

  it('is dark or light by the system, until the reader switches', async () => {
    const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await open(5, { colorScheme: 'dark' });
    expect(await ground(dark)).toBe('rgb(19, 21, 25)');
    const button = dark.getByRole('button', { name: 'Dark' });
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    expect(await ground(dark)).toBe('rgb(246, 246, 244)');
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await close(dark);
  });

  it('opens at what its address names', async () => {
    const page = await open(50, {}, `#${encodeURIComponent('agent=fraud_supervisor')}`);
    expect(await heading(page).textContent()).toBe('fraud_supervisor');
    await close(page);
    const other = await open(50, {}, '#%');
    expect(await heading(other).textContent()).toBe('Who can do what through whom');
    await close(other);
  });

  it('is as wide as a telephone without a bar to the side', async () => {
    const page = await open(50, { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.locator('#panel').isVisible()).toBe(true);
    await page.screenshot({ path: path.join(screenshots, '50-narrow.png') });
    await close(page);
  });

  it('says so where there are no agents', async () => {
    const page = await open('empty');
    expect(await page.locator('.empty').textContent()).toBe('No agents of a known SDK were found.');
    await close(page);
  });

  it('shows names of people who mean harm, and runs none of them', async () => {
    const page = await open('hostile');
    expect(await page.locator('[data-agent]').count()).toBe(hostileNames.length);
    for (let agent = 0; agent < hostileNames.length; agent += 1) {
      await page.locator(`[data-agent="${String(agent)}"]`).dispatchEvent('click');
      for (const row of await page.locator('#panel [aria-controls]').all()) await row.click();
    }
    await page.locator('#search').fill('script');
    expect(await page.locator('#found [role="option"]').count()).toBeGreaterThan(1);
    expect(await page.evaluate(() => 'isBroken' in globalThis)).toBe(false);
    expect(await page.locator('img, #panel script, #found script').count()).toBe(0);
    await close(page);
  });

  it('keeps its promise to run nothing else, whatever is put into it', async () => {
    const page = await open(5);
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.text = 'globalThis.isBroken = true';
      } catch {
        // Refused already here, by the rule that scripts are no plain text.
      }
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'isBroken' in globalThis)).toBe(false);
    expect(problems.length).toBeGreaterThan(0);
    problems.length = 0;
    const asked = await page.evaluate(async () => await fetch('https://example.com/').catch(() => 'refused'));
    expect(asked).toBe('refused');
    problems.length = 0;
    await close(page);
  });

  it('is well-formed as an SVG file, also with such names', async () => {
    const page = await browser.newPage();
    for (const report of Object.values(reports)) {
      const svg = await svgOf({ report });
      const problem = await page.evaluate(
        (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent,
        svg,
      );
      expect(problem).toBeUndefined();
    }
    await page.close();
  });
});

function reachedFrom({ delegations }: GraphReport, agent: string): Set<string> {
  const reached = new Set([agent]);
  for (const from of reached) for (const edge of delegations) if (edge.from === from) reached.add(edge.to);
  return reached;
}
