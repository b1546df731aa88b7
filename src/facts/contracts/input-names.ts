import { keyDescription } from '../../models/contracts/keys.ts';
import { memo } from '../../memo.ts';
import { isGiven, optionsOf, type Value } from '../../program/values/values.ts';
import { calledName, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { ToolFact } from '../agents/tools.ts';
import { hasKeyAmong } from './keys.ts';
import { plainName } from './named-values.ts';
import { schemaReaderOf } from './schemas.ts';

/** The properties that the input of a tool may have; open where it may have others. */
export interface InputNames {
  /** As `plainName` makes them. */
  readonly names: ReadonlySet<string>;
  /** How the program writes them. */
  readonly written: ReadonlyMap<string, string>;
  /** Some part of it is described as a key by which a repeated call is recognized. */
  readonly isKeyDescribed: boolean;
  readonly isOpen: boolean;
}

/** How deep a schema is looked into. */
const MAX_DEPTH = 8;

/** The properties of a tool's input, by its schema and by what its handler takes of it. */
export const inputNamesOf = memo((facts: AgentFacts, tool: ToolFact): InputNames => {
  const reader = new InputReader();
  const { handler, model } = tool;
  const input = inputNodeOf(facts, tool);
  if (input && syntax.isExpression(input)) reader.read(facts.evaluator.valueOf(input), 0);
  const [parameter] = handler?.parameters ?? [];
  const isPattern = parameter && syntax.isObjectBindingPattern(parameter.name);
  // Without a schema in the model, the pattern of the handler's parameter says what it is given.
  const isPartial = !isPattern || parameter.name.elements.some(({ dotDotDotToken }) => dotDotDotToken);
  if (!input && !model.input && parameter && isPartial) reader.isOpen = true;
  if (parameter && isPattern) for (const each of parameter.name.elements) reader.addElement(each);
  return {
    names: new Set(reader.written.keys()),
    written: reader.written,
    isKeyDescribed: keyDescription.test(describing(input, handler)),
    isOpen: reader.isOpen,
  };
});

/** The schema of a tool's input; of several places where it may be, that which has one. */
function inputNodeOf(facts: AgentFacts, tool: ToolFact): ts.Node | undefined {
  if (!tool.model.inputs) return tool.input;
  const value = schemaReaderOf(facts).inputValueOf(tool);
  return isGiven(value) ? value.node : undefined;
}

/** Whether the input of a tool can have a key, or may have one that is not known. */
export function mayHaveKey({ names, isKeyDescribed, isOpen }: InputNames): boolean {
  return isOpen || isKeyDescribed || hasKeyAmong([...names]);
}

function describing(input: ts.Node | undefined, handler: ts.Node | undefined): string {
  return input && input !== handler ? input.getText() : '';
}

/** Functions that make a schema of an object which may have other properties. */
const openSchemas = /^(?:passthrough|catchall|loose|looseObject|record|any|unknown|preprocess|fromJSONSchema)$/;

/** `z.record(z.string(), z.unknown()).describe('…')`: a part that may be all that a request has. */
function isOpenSchema(value: Value): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind !== 'made') return false;
    if (openSchemas.test(calledName(option.call) ?? '')) return true;
    const callee = syntax.withoutAssertions(option.call.expression);
    return syntax.isPropertyAccessExpression(callee) && isOpenSchema(option.receiver());
  });
}

class InputReader {
  readonly written = new Map<string, string>();
  isOpen = false;

  addElement({ propertyName, name, dotDotDotToken }: ts.BindingElement): void {
    const key = propertyName ?? name;
    if (!dotDotDotToken && syntax.isIdentifier(key)) this.written.set(plainName(key.text), key.text);
  }

  read(value: Value, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.isOpen = true;
      return;
    }
    for (const option of optionsOf(value)) {
      switch (option.kind) {
        case 'object':
          this.isOpen ||= option.isOpen;
          for (const [key, property] of option.properties) {
            if (key === 'properties' || key === 'jsonSchema') this.read(property(), depth + 1);
            else this.isOpen ||= isOpenSchema(property());
            this.written.set(plainName(key), key);
          }
          break;
        case 'made': {
          const name = calledName(option.call) ?? '';
          // `z.object({ … }).extend({ … })`, `jsonSchema({ properties: { … } })`
          if (syntax.isPropertyAccessExpression(syntax.withoutAssertions(option.call.expression))) {
            const receiver = option.receiver();
            if (optionsOf(receiver).some(({ kind }) => kind === 'made')) this.read(receiver, depth + 1);
          }
          if (openSchemas.test(name)) this.isOpen = true;
          const argument = option.argument(0);
          if (optionsOf(argument).some(({ kind }) => kind === 'object' || kind === 'made'))
            this.read(argument, depth + 1);
          else if (optionsOf(argument).some(({ kind }) => kind === 'unknown')) this.isOpen = true;
          break;
        }
        case 'unknown':
        case 'function':
          this.isOpen = true;
          break;
        default:
          break;
      }
    }
  }
}
