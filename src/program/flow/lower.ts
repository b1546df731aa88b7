import { NULLISH, TRUE, UNKNOWN, type FlowGraph, type Operand, type Slot } from '../../analysis/flow-graph.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, gatheredBy, isConstant, syntax } from '../../type-utils/index.ts';
import { Expressions } from './expressions.ts';
import { GraphBuilder, type OpenBlock } from './graph-builder.ts';
import { isPlainObject, slotsOf, type FileSlots } from './slots.ts';

const { Const, Using } = syntax.NodeFlags;

/**
 * The flow graph of a function, a class's field initializer or static block, or a file's top level. By syntax alone, so
 * that it is built once for a source file and survives edits of other files.
 */
export const flowGraphOf = memo((fn: ts.Node): FlowGraph => new Lowering(fn).graph());

class Lowering {
  readonly #fn: ts.Node;
  readonly #slots: FileSlots;
  readonly #builder = new GraphBuilder();
  readonly #expressions: Expressions;
  readonly #outer = new Set<Slot>();
  /** Holds what is returned while `finally` blocks run. */
  readonly #result: Slot = {
    kind: 'variable',
    declaration: {},
    name: '(result)',
    bundle: {},
    scope: {},
    reassigned: false,
    reassignedElsewhere: false,
  };

  constructor(fn: ts.Node) {
    this.#fn = fn;
    this.#slots = slotsOf(fn.getSourceFile());
    this.#expressions = new Expressions(this.#builder, this.#slots, (slot) => {
      if (this.#isOuter(slot)) this.#outer.add(slot);
    });
  }

  graph(): FlowGraph {
    const fn = this.#fn;
    const parameters: (Slot | undefined)[] = [];
    if (syntax.isFunctionLike(fn)) {
      for (const parameter of fn.parameters) parameters.push(this.#parameter(parameter));
      if (syntax.isConstructorDeclaration(fn)) this.#fieldInitializers(fn);
      if (fn.body && syntax.isBlock(fn.body)) this.#statements(fn.body.statements);
      else if (fn.body) this.#return(fn.body, fn.body);
    } else if (syntax.isPropertyDeclaration(fn)) {
      if (fn.initializer) this.#initializeField(fn);
    } else if (syntax.isClassStaticBlockDeclaration(fn)) this.#statements(fn.body.statements);
    else if (syntax.isSourceFile(fn)) this.#statements(fn.statements);
    this.#builder.emit({ op: 'exit', kind: 'end', src: NULLISH, site: fn });
    return this.#builder.finish({
      fn,
      name: nameOf(fn),
      isAsync: syntax.isFunctionLike(fn) && (syntax.isAsync(fn) || syntax.isGenerator(fn)),
      parameters: this.#expressions.readsArguments ? parameters.map(() => undefined) : parameters,
      outer: [...this.#outer],
      receivers: this.#expressions.receivers,
    });
  }

  #isOuter(slot: Slot): boolean {
    if (slot.kind === 'field') return true;
    if (slot.kind === 'property') return false;
    return syntax.containerOf(slot.declaration as ts.Node) !== this.#fn;
  }

  #parameter(parameter: ts.ParameterDeclaration): Slot | undefined {
    if (!syntax.isIdentifier(parameter.name)) {
      this.#expressions.bind(parameter.name, UNKNOWN, undefined);
      return undefined;
    }
    const slot = this.#slots.ofBinding(parameter, parameter.name.text);
    if (parameter.initializer) {
      // Whether the default is used is the caller's doing: what it does to other parameters is not followed.
      if (callsMethodOfParameter(parameter.initializer)) this.#builder.giveUp();
      const builder = this.#builder;
      const [missing, given] = [builder.block(), builder.block()];
      builder.goto(missing);
      builder.goto(given);
      builder.start(missing);
      builder.emit({ op: 'write', slot, src: this.#expressions.lower(parameter.initializer), site: parameter });
      builder.jump(given);
      builder.start(given);
    }
    return parameter.dotDotDotToken ? undefined : slot;
  }

  #fieldInitializers(constructor: ts.ConstructorDeclaration): void {
    if (!syntax.isClassLike(constructor.parent)) return;
    for (const member of constructor.parent.members) {
      if (
        syntax.isPropertyDeclaration(member) &&
        member.initializer &&
        !syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)
      )
        this.#initializeField(member);
    }
  }

  #initializeField(field: ts.PropertyDeclaration): void {
    if (!field.initializer) return;
    const src = this.#expressions.lower(field.initializer);
    const name = field.name;
    const isNamed = syntax.isIdentifier(name) || name.kind === syntax.SyntaxKind.PrivateIdentifier;
    if (!isNamed || !syntax.isClassLike(field.parent)) {
      this.#builder.emit({ op: 'escape', src });
      return;
    }
    const slot = this.#slots.ofField(field, (name as ts.Identifier).text, field.parent);
    this.#builder.emit({ op: 'write', slot, src, site: field });
  }

  // ── statements ─────────────────────────────────────────────────────────────────────────────────────────────────

  #statements(statements: readonly ts.Statement[]): void {
    for (const [index, statement] of statements.entries()) {
      if (!this.#builder.current) return;
      if (
        statement.kind === syntax.SyntaxKind.VariableStatement &&
        ((statement as ts.VariableStatement).declarationList.flags & Using) !== 0
      ) {
        this.#using((statement as ts.VariableStatement).declarationList, statements.slice(index + 1));
        return;
      }
      this.#statement(statement, []);
    }
  }

  #statement(node: ts.Statement, labels: readonly string[]): void {
    const builder = this.#builder;
    if (!builder.current) return;
    switch (node.kind) {
      case syntax.SyntaxKind.Block:
        this.#statements((node as ts.Block).statements);
        return;
      case syntax.SyntaxKind.VariableStatement:
        this.#declarations((node as ts.VariableStatement).declarationList);
        return;
      case syntax.SyntaxKind.ExpressionStatement:
        this.#expressions.lower((node as ts.ExpressionStatement).expression);
        return;
      case syntax.SyntaxKind.IfStatement:
        this.#if(node as ts.IfStatement);
        return;
      case syntax.SyntaxKind.WhileStatement:
      case syntax.SyntaxKind.DoStatement:
      case syntax.SyntaxKind.ForStatement:
      case syntax.SyntaxKind.ForOfStatement:
      case syntax.SyntaxKind.ForInStatement:
        this.#loop(node as ts.IterationStatement, labels);
        return;
      case syntax.SyntaxKind.ContinueStatement:
      case syntax.SyntaxKind.BreakStatement: {
        const { label } = node as ts.BreakOrContinueStatement;
        builder.leave(node.kind === syntax.SyntaxKind.BreakStatement ? 'break' : 'continue', label?.text);
        return;
      }
      case syntax.SyntaxKind.ReturnStatement:
        this.#return((node as ts.ReturnStatement).expression, node);
        return;
      case syntax.SyntaxKind.ThrowStatement:
        builder.raise(this.#expressions.lower((node as ts.ThrowStatement).expression), node, this.#result);
        return;
      case syntax.SyntaxKind.TryStatement:
        this.#try(node as ts.TryStatement);
        return;
      case syntax.SyntaxKind.SwitchStatement:
        this.#switch(node as ts.SwitchStatement, labels);
        return;
      case syntax.SyntaxKind.LabeledStatement:
        this.#labelled(node as ts.LabeledStatement, labels);
        return;
      case syntax.SyntaxKind.ClassDeclaration:
        builder.emit({ op: 'closure', dst: builder.temp(), fn: node, isChained: false });
        return;
      case syntax.SyntaxKind.ExportAssignment:
        builder.emit({
          op: 'escape',
          src: this.#expressions.lower((node as ts.Node as ts.ExportAssignment).expression),
        });
        return;
      default:
        return;
    }
  }

  #declarations(list: ts.VariableDeclarationList): void {
    for (const declaration of list.declarations) this.#declaration(declaration, (list.flags & 3) !== 0);
  }

  #declaration(declaration: ts.VariableDeclaration, isBlockScoped: boolean): void {
    const { name, initializer } = declaration;
    if (!initializer) {
      if (isBlockScoped) this.#expressions.bind(name, NULLISH, undefined);
      return;
    }
    const value = syntax.withoutAssertions(initializer);
    if (syntax.isIdentifier(name) && syntax.isObjectLiteralExpression(value) && isPlainObject(declaration)) {
      this.#objectConstant(declaration, name, value);
      return;
    }
    if (
      syntax.isIdentifier(name) &&
      isConstant(declaration) &&
      (syntax.isArrowFunction(value) || value.kind === syntax.SyntaxKind.FunctionExpression)
    )
      return;
    const gathered = gatheredBy(declaration);
    if (gathered) this.#expressions.bindGathered(gathered);
    else this.#expressions.bind(name, this.#expressions.lower(initializer), initializer);
  }

  /** A constant object: its properties are places of their own. */
  #objectConstant(declaration: ts.VariableDeclaration, name: ts.Identifier, literal: ts.ObjectLiteralExpression): void {
    for (const [index, property] of literal.properties.entries()) {
      const isPlain = syntax.isPropertyAssignment(property) && syntax.isIdentifier(property.name);
      if (isPlain || syntax.isShorthandPropertyAssignment(property)) {
        const src = this.#expressions.lower(
          syntax.isPropertyAssignment(property) ? property.initializer : property.name,
        );
        const slot = this.#slots.propertyOf(declaration, (property.name as ts.Identifier).text, name.text);
        this.#builder.emit({ op: 'write', slot, src, site: property });
      } else if (syntax.isSpreadAssignment(property) || syntax.isPropertyAssignment(property)) {
        const value = syntax.isSpreadAssignment(property) ? property.expression : property.initializer;
        const src = this.#expressions.partOf(this.#expressions.lower(value));
        const slot = this.#slots.propertyOf(declaration, `...${String(index)}`, name.text);
        this.#builder.emit({ op: 'write', slot, src, site: property });
      } else {
        const dst = this.#builder.temp();
        this.#builder.emit({ op: 'closure', dst, fn: property, isChained: false });
        this.#builder.emit({ op: 'escape', src: dst });
      }
    }
  }

  #using(list: ts.VariableDeclarationList, rest: readonly ts.Statement[]): void {
    this.#declarations(list);
    const slots = list.declarations.flatMap((d) =>
      syntax.isIdentifier(d.name) ? [this.#slots.ofBinding(d, d.name.text)] : [],
    );
    // `await using` is marked as both.
    const awaits = (list.flags & Const) !== 0;
    this.#builder.withFinally(
      list,
      () => {
        for (const slot of [...slots].reverse())
          this.#builder.emit({ op: 'dispose', slot, site: slot.declaration, awaits });
      },
      () => {
        this.#statements(rest);
      },
    );
  }

  #if(node: ts.IfStatement): void {
    const builder = this.#builder;
    const [yes, after] = [builder.block(), builder.block()];
    const no = node.elseStatement ? builder.block() : after;
    this.#expressions.condition(node.expression, yes, no);
    builder.start(yes);
    this.#statement(node.thenStatement, []);
    if (builder.current) builder.jump(after);
    if (node.elseStatement) {
      builder.start(no);
      this.#statement(node.elseStatement, []);
      if (builder.current) builder.jump(after);
    }
    builder.start(after);
  }

  #loop(node: ts.IterationStatement, labels: readonly string[]): void {
    const builder = this.#builder;
    const [head, body, next, after] = [builder.block(), builder.block(), builder.block(), builder.block()];
    const runBody = (continueTo: OpenBlock): void => {
      builder.start(body);
      if (node.kind === syntax.SyntaxKind.ForOfStatement || node.kind === syntax.SyntaxKind.ForInStatement)
        this.#element(node as ts.ForOfStatement | ts.ForInStatement);
      builder.inTarget({ labels, breakTo: after, continueTo, plainBreak: true }, () => {
        this.#statement(node.statement, []);
      });
      if (builder.current) builder.jump(continueTo);
    };
    switch (node.kind) {
      case syntax.SyntaxKind.WhileStatement:
        builder.jump(head);
        builder.start(head);
        this.#expressions.condition((node as ts.WhileStatement).expression, body, after);
        runBody(head);
        break;
      case syntax.SyntaxKind.DoStatement:
        builder.jump(body);
        runBody(next);
        builder.start(next);
        this.#expressions.condition((node as ts.DoStatement).expression, body, after);
        break;
      case syntax.SyntaxKind.ForStatement: {
        const { initializer, condition, incrementor } = node as ts.ForStatement;
        if (initializer && syntax.isVariableDeclarationList(initializer)) this.#declarations(initializer);
        else if (initializer) this.#expressions.lower(initializer);
        builder.jump(head);
        builder.start(head);
        if (condition) this.#expressions.condition(condition, body, after);
        else builder.jump(body);
        runBody(next);
        builder.start(next);
        if (incrementor) this.#expressions.lower(incrementor);
        builder.jump(head);
        break;
      }
      default:
        this.#iterated(node as ts.ForOfStatement | ts.ForInStatement);
        builder.jump(head);
        builder.start(head);
        builder.goto(body, undefined, { site: node, outcome: true });
        builder.goto(after, undefined, { site: node, outcome: false });
        runBody(head);
        break;
    }
    builder.start(after);
  }

  /** What a `for … of` or `for … in` goes through. */
  #iterated(node: ts.ForOfStatement | ts.ForInStatement): void {
    const builder = this.#builder;
    const awaits = syntax.isForOfStatement(node) && node.awaitModifier !== undefined;
    if (!awaits) {
      builder.emit({ op: 'escape', src: this.#expressions.lower(node.expression) });
      return;
    }
    const src = this.#expressions.lowerReceiver(node.expression, 'Symbol.asyncIterator');
    builder.emit({ op: 'iterate', dst: builder.temp(), src, site: node, awaits });
  }

  /** The variable of a `for … of` or `for … in` gets the next element. */
  #element(node: ts.ForOfStatement | ts.ForInStatement): void {
    const builder = this.#builder;
    const dst = builder.temp();
    const awaits = syntax.isForOfStatement(node) && node.awaitModifier !== undefined;
    builder.emit({ op: 'iterate', dst, src: UNKNOWN, site: node, awaits });
    if (syntax.isVariableDeclarationList(node.initializer)) {
      for (const declaration of node.initializer.declarations) this.#expressions.bind(declaration.name, dst, undefined);
    } else this.#expressions.assign(node.initializer, dst, node);
  }

  #return(expression: ts.Expression | undefined, site: ts.Node): void {
    const leave = (src: Operand): Operand => {
      this.#builder.exit('return', src, site, this.#result);
      return UNKNOWN;
    };
    if (!expression) leave(NULLISH);
    // Each way out through a `finally` is a copy of it.
    else if (this.#builder.isGuarded) leave(this.#expressions.lower(expression));
    else {
      this.#expressions.lowerEach(expression, leave);
      this.#builder.current = undefined;
    }
  }

  #try(node: ts.TryStatement): void {
    const { catchClause, finallyBlock } = node;
    const tryAndCatch = (): void => {
      if (!catchClause) {
        this.#statement(node.tryBlock, []);
        return;
      }
      this.#builder.withCatch(
        () => {
          this.#statement(node.tryBlock, []);
        },
        () => {
          // What is thrown is an error, which is truthy: `failure = error` is tested later on.
          if (catchClause.variableDeclaration)
            this.#expressions.bind(catchClause.variableDeclaration.name, TRUE, undefined);
          this.#statement(catchClause.block, []);
        },
      );
    };
    if (!finallyBlock) {
      tryAndCatch();
      return;
    }
    this.#builder.withFinally(
      finallyBlock,
      () => {
        this.#statement(finallyBlock, []);
      },
      tryAndCatch,
    );
  }

  #switch(node: ts.SwitchStatement, labels: readonly string[]): void {
    const builder = this.#builder;
    this.#expressions.lower(node.expression);
    const after = builder.block();
    const { clauses } = node.caseBlock;
    const bodies = clauses.map(() => builder.block());
    let fallback: OpenBlock | undefined;
    for (const [index, clause] of clauses.entries()) {
      const body = bodies[index];
      if (!body) continue;
      if (clause.kind === syntax.SyntaxKind.DefaultClause) {
        fallback = body;
        continue;
      }
      this.#expressions.lower(clause.expression);
      const next = builder.block();
      builder.goto(body, undefined, { site: node, outcome: clause });
      // The next clause is another part of the same test.
      builder.goto(next, undefined, { site: node, outcome: node });
      builder.stop();
      builder.start(next);
    }
    // Also a `default` is not reached where the cases cover the type.
    const outcome = clauses.find((clause) => clause.kind === syntax.SyntaxKind.DefaultClause) ?? false;
    builder.goto(fallback ?? after, undefined, { site: node, outcome }, node);
    builder.stop();
    builder.inTarget({ labels, breakTo: after, continueTo: undefined, plainBreak: true }, () => {
      for (const [index, clause] of clauses.entries()) {
        const body = bodies[index];
        if (!body) continue;
        if (builder.current) builder.jump(body);
        builder.start(body);
        this.#statements(clause.statements);
      }
    });
    if (builder.current) builder.jump(after);
    builder.start(after);
  }

  #labelled(node: ts.LabeledStatement, labels: readonly string[]): void {
    const all = [...labels, node.label.text];
    const inner = node.statement;
    const isTarget =
      inner.kind === syntax.SyntaxKind.LabeledStatement ||
      inner.kind === syntax.SyntaxKind.SwitchStatement ||
      syntax.isIterationStatement(inner, false);
    if (isTarget) {
      this.#statement(inner, all);
      return;
    }
    const builder = this.#builder;
    const after = builder.block();
    builder.inTarget({ labels: all, breakTo: after, continueTo: undefined, plainBreak: false }, () => {
      this.#statement(inner, []);
    });
    if (builder.current) builder.jump(after);
    builder.start(after);
  }
}

/** How a message names a function. */
function nameOf(fn: ts.Node): string {
  if (syntax.isSourceFile(fn)) return 'the file';
  if (syntax.isConstructorDeclaration(fn)) return syntax.classOfThis(fn)?.name?.text ?? 'constructor';
  const { name } = fn as { name?: ts.Node };
  if (name) return name.getText();
  const { parent } = fn;
  const parentName = 'name' in parent ? (parent.name as ts.Node | undefined) : undefined;
  return parentName?.getText() ?? 'function';
}

function callsMethodOfParameter(node: ts.Node): boolean {
  if (syntax.isCallExpression(node) && syntax.isPropertyAccessExpression(node.expression)) {
    const receiver = node.expression.expression;
    const binding = syntax.isIdentifier(receiver) ? bindingOf(receiver) : undefined;
    if (binding && syntax.isParameter(binding)) return true;
  }
  return syntax.forEachChild(node, (child) => callsMethodOfParameter(child) || undefined) ?? false;
}
