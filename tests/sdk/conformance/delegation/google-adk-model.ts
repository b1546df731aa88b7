import { BaseLlm, type LlmResponse, setLogger } from '@google/adk';

setLogger(null);

/** A call that a model asks for. */
export interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** A model that calls these tools, one a turn, and then says that it is done. */
export class Script extends BaseLlm {
  readonly #calls: Call[];

  constructor(...calls: Call[]) {
    super({ model: 'script' });
    this.#calls = calls;
  }

  override async *generateContentAsync(): AsyncGenerator<LlmResponse, void> {
    const functionCall = this.#calls.shift();
    yield { content: { role: 'model', parts: [functionCall ? { functionCall } : { text: 'done' }] } };
  }

  override connect(): never {
    throw new Error('never asked to connect');
  }
}
