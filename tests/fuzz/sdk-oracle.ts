import type { Setting } from './check.ts';
import { instrument } from './instrument.ts';
import type { Oracle } from './oracle.ts';
import { compile, enumerate } from './oracle.ts';
import type { SdkVersion } from './sdk-kits.ts';
import { sdks, surroundings } from './sdk-kits.ts';
import { surround } from './sdk-runtime.ts';
import { VirtualTime } from './virtual-time.ts';

const bounds = { decisions: 30, iterations: 3, executions: 600 };

/** The methods that are called on sessions, taken from the kits' texts. */
const ops = new Set(
  Object.values(sdks).flatMap(({ kits }) =>
    kits.flatMap(({ configure, register, connect, use }) =>
      [...configure, ...register, connect, ...use].map(
        (text) => /\.(\w+)\([^]*$/.exec(text.replace(/\.server\./, '.'))![1]!,
      ),
    ),
  ),
).add('close');

/** Programs over an installed SDK, run for real: in-memory transports, and a clock that waits for nobody. */
export function sdkSetting(version: SdkVersion): Setting {
  const sdk = sdks[version];
  const watched = {
    modules: new Set([surroundings, ...sdk.modules]),
    classes: new Set(sdk.kits.map(({ className }) => className)),
    ops,
    style: 'hook' as const,
  };
  return {
    world: sdk.world,
    mainFile: 'main.ts',
    instrument: (files) => instrument(files, watched),
    execute: (program, mainFile): Promise<Oracle> => {
      const start = compile(program, mainFile);
      const misuses = new Map<number, string>();
      const tell = (site: number, misuse: string): void => {
        misuses.set(site, misuse);
      };
      const time = new VirtualTime();
      return time.during(async () => {
        const oracle = await enumerate(bounds, async (runs) => {
          for (const run of runs) {
            const { hooks, imports } = surround(run, sdk, tell);
            void start(run, hooks, imports);
          }
          await time.passAll();
        });
        return { ...oracle, misuses };
      });
    },
  };
}
