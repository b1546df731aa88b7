import { valueOf } from '../../program/values/functions.ts';
import { nodesIn, returnedBy } from '../../program/values/nodes.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  isConstant,
  patternHolderOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';

/** How many names, functions and methods of texts are looked through. */
const MAX_DEPTH = 8;

const yes = /^(?:y|yes|ok|true|accept|allow|approve|approved)$/i;
const no = /^(?:n|no|false|cancel|decline|deny|reject)$/i;
/** Patterns that a yes matches and no other answer, and the same of a no. */
const yesPattern = /^\/\^\(?(?:\?:)?y/i;
const noPattern = /^\/\^\(?(?:\?:)?n/i;
/** A question of which the answer yes may stop something. */
const negative =
  /\b(?:abort|cancel|decline|deny|don['’]t|exit|keep|leave|not|preserve|protect|quit|refuse|reject|retain|skip|stop|undo|wait)\b/i;
/** Questions whose answer is a truth value. */
const confirming: ReadonlySet<string> = new Set(['confirm', 'keyInYN', 'keyInYNStrict']);

/** Parts of an answer that hold it, and those that are true where it is a yes. */
const holding = new Set('action answer choice content decision reply response result value'.split(' '));
const agreeing = new Set('accept accepted allowed approve approved confirm confirmed ok proceed sure yes'.split(' '));

/** Which code puts questions to a person. */
export interface Questions {
  readonly isQuestion: (call: ts.CallExpression) => boolean;
  /** Whether a function of the program comes to a question. */
  readonly asks: (fn: syntax.FunctionLike) => boolean;
}

/** Code that puts none. */
export const noQuestions: Questions = { isQuestion: () => false, asks: () => false };

/** What the answers to questions to a person say, where the program's own code shows it. */
export class Answers {
  readonly #program: ts.Program;
  readonly #questions: Questions;
  /** The functions that are looked into: what they are given is seen at their calls. */
  readonly #entered = new Set<syntax.FunctionLike>();

  constructor(program: ts.Program, questions: Questions) {
    this.#program = program;
    this.#questions = questions;
  }

  /** Whether a call puts a question to a person. */
  isQuestion(call: ts.CallExpression): boolean {
    return this.#questions.isQuestion(call);
  }

  /** Whether a yes, as a truth value, is what a question gives: `confirm('Erase?')`. */
  isConfirmation(call: ts.CallExpression): boolean {
    return confirming.has(calledName(call) ?? '') && isAffirmative(call);
  }

  /** `(await rl.question('Erase?')).trim().toLowerCase()`, a constant that is, or what a function of the program returns. */
  isAnswer(expression: ts.Node, depth = 0): boolean {
    if (depth > MAX_DEPTH || !syntax.isExpression(expression)) return false;
    const node = valueOf(expression);
    const inner = (each: ts.Node | undefined): boolean => each !== undefined && this.isAnswer(each, depth + 1);
    if (syntax.isIdentifier(node)) {
      const part = partTakenBy(node);
      return part ? holding.has(part.name) && inner(part.of) : inner(constantInitializerOf(node));
    }
    if (syntax.isPropertyAccessExpression(node)) return holding.has(node.name.text) && inner(node.expression);
    if (!syntax.isCallExpression(node)) return false;
    if (this.isQuestion(node)) return isAffirmative(node);
    const callee = syntax.withoutAssertions(node.expression);
    const isText =
      syntax.isPropertyAccessExpression(callee) && /^(?:trim|to(?:Lower|Upper)Case)$/.test(callee.name.text);
    return isText ? inner(callee.expression) : this.resultsOf(node).some(inner) && this.#areAnswers(node, inner);
  }

  /** What a function of the program that puts a question may return, where the call shows what is asked. */
  resultsOf(call: ts.CallExpression): readonly ts.Expression[] {
    const fn = compilerOf(this.#program).functionNamedBy(call.expression);
    if (!fn?.body || !this.#questions.asks(fn) || !this.#isKnownText(call) || !isAffirmative(call)) return [];
    this.#entered.add(fn);
    return returnedBy(fn);
  }

  /** Whether what is asked is written in a call, or in one that led to it: no argument is but a name for what is not known. */
  #isKnownText({ arguments: given }: ts.CallExpression): boolean {
    return given.every((each) => {
      const node = syntax.withoutAssertions(each);
      if (!syntax.isIdentifier(node) || constantInitializerOf(node)) return true;
      const parameter = bindingOf(node);
      return [...this.#entered].some((fn) => fn.parameters.some((own) => own === parameter));
    });
  }

  /** Without anyone to ask, a function may answer by itself: `if (!process.stdin.isTTY) return 'no';` */
  #areAnswers(call: ts.CallExpression, isAnswer: (expression: ts.Expression) => boolean): boolean {
    return this.resultsOf(call).every((each) => syntax.isStringLiteralLike(each) || isAnswer(each));
  }

  /** `ok` of `const { ok } = await inquirer.prompt(…)`, `answer.confirmed`: a part of an answer that is true where it is a yes. */
  isAgreement(node: ts.Identifier | ts.PropertyAccessExpression): boolean {
    const part = syntax.isIdentifier(node) ? partTakenBy(node) : { name: node.name.text, of: node.expression };
    return (
      part !== undefined &&
      agreeing.has(part.name.toLowerCase()) &&
      this.isAnswer(part.of) &&
      compilerOf(this.#program).mayBeBoolean(node)
    );
  }

  /**
   * Whether a test of an answer holds for a yes or for a no: `['y', 'yes'].includes(answer)`, `answer.startsWith('y')`,
   * `/^y/i.test(answer)`. `undefined`: it is none, or that is not certain.
   *
   * @param listed the texts that it looks for the answer among
   */
  senseOfTest(call: ts.CallExpression, listed: readonly string[] | undefined): boolean | undefined {
    const callee = syntax.withoutAssertions(call.expression);
    const [given] = call.arguments;
    if (!given || !syntax.isPropertyAccessExpression(callee)) return undefined;
    if (listed) return this.isAnswer(given) ? senseOfTexts(listed) : undefined;
    const holder = syntax.withoutAssertions(callee.expression);
    if (callee.name.text === 'startsWith')
      return syntax.isStringLiteralLike(given) && this.isAnswer(holder) ? senseOfTexts([given.text]) : undefined;
    if (callee.name.text !== 'test' || holder.kind !== syntax.SyntaxKind.RegularExpressionLiteral) return undefined;
    const isYes = yesPattern.test(holder.getText());
    return (isYes || noPattern.test(holder.getText())) && this.isAnswer(given) ? isYes : undefined;
  }
}

/** Whether some texts are all a yes, or all a no. */
export function senseOfTexts(texts: readonly string[]): boolean | undefined {
  if (texts.every((text) => yes.test(text.trim()))) return true;
  return texts.every((text) => no.test(text.trim())) ? false : undefined;
}

/** Whether the answer yes to a question lets something run. */
function isAffirmative(question: ts.CallExpression): boolean {
  const constants = question.arguments
    .flatMap((each) => nodesIn(each, syntax.isIdentifier))
    .flatMap((name) => constantInitializerOf(name)?.getText() ?? []);
  return !negative.test([...question.arguments.map((each) => each.getText()), ...constants].join(' '));
}

/** The part of a value that a constant is taken from by a pattern. */
function partTakenBy(name: ts.Identifier): { readonly name: string; readonly of: ts.Expression } | undefined {
  const binding = bindingOf(name);
  if (!binding || !syntax.isBindingElement(binding) || !isConstant(binding)) return undefined;
  const holder = patternHolderOf(binding);
  const key = binding.propertyName ?? binding.name;
  const isDirect = binding.parent.parent === holder && syntax.isObjectBindingPattern(binding.parent);
  const of = syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
  return isDirect && of && syntax.isIdentifier(key) ? { name: key.text, of } : undefined;
}
