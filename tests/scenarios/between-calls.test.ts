import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('what happens between two calls on a private field', () => {
  scenario(
    'functions that call no code of others leave it as it is: definite',
    `
const pathOf = (name: string) => name.trim();
function made(name: string) {
  return new StdioClientTransport({ command: pathOf(name) });
}
export class Plain {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(made('a')); // :first
    await this.#client.connect(made('b')); // D open/open from=first
    await this.#client.close();
  }
}
export class Own {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(this.opened('a')); // :second
    await this.#client.connect(this.opened('b')); // D open/open from=second
    await this.#client.close();
  }
  private opened(name: string) {
    return made(name);
  }
}`,
  );

  scenario(
    'code of others may run the method again meanwhile: possible',
    `
export class Waiting {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(transport); // :first
    await external();
    await this.#client.connect(newTransport()); // P open/open
    await this.#client.close();
  }
}
export class Looping {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(transport);
    try {
      for (const url of urls) {
        if ((await external(url)) !== 'same') await this.#client.connect(newTransport()); // P open/open
        await this.#client.callTool(call); // S|P
      }
    } finally {
      await this.#client.close();
    }
  }
}`,
  );

  scenario(
    'not: what is right without others, or still under way',
    `
export class Right {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(transport);
    await external();
    await this.#client.callTool(call);
    await external();
    await this.#client.close();
  }
}
export class Pending {
  readonly #client = new Client(info);
  async start() {
    void this.#client.connect(transport);
    await external();
    await this.#client.callTool(call);
  }
}
export class Reopened {
  readonly #client = new Client(info);
  async run() {
    await this.#client.connect(transport);
    await external();
    await this.reopen();
    await this.#client.callTool(call);
  }
  private async reopen() {
    await this.#client.close();
    await this.#client.connect(newTransport());
  }
}`,
  );

  itCompiles();
});
