import { clearLine, cursorTo } from 'node:readline';

/** A line that says what a long command does. */
export interface Progress {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

/** Progress on the standard error, where a person sees it. Not printed into files and logs. */
export function progressOn(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const clear = (): void => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  return {
    show: (text) => {
      clear();
      stream.write(text.slice(0, Math.max(20, stream.columns - 1)));
    },
    clear,
  };
}
