import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { pascalCase } from '../names.ts';
import type { Problem } from '../problem.ts';
import { SchemaError } from '../problem.ts';
import { settle } from './settle.ts';
import type { Declaration, Shape } from './shape.ts';
import { noDoc } from './shape.ts';
import { SchemaDocument } from './schema-document.ts';
import { ShapeBuilder } from './shape-builder.ts';

/** The shape of a whole schema of a tool, with notes on where it is wider. */
export interface RootShape {
  readonly shape: Shape;
  readonly notes: readonly Problem[];
}

/**
 * The shape of what a tool takes: always a named object, or a union of them.
 *
 * @param pointer the place of the schema in its file
 * @throws SchemaError where it is no schema, cannot be resolved, or accepts no objects
 */
export function argumentsOf(schema: Json, tool: string, pointer: string): RootShape {
  const { shape, notes } = rootOf(schema, tool, 'args', pointer);
  const present = shape.kind === 'nullable' ? shape.of : shape;
  if (!isObject(present))
    throw new SchemaError([
      { pointer, text: 'The arguments of a tool are an object. Give the schema `"type": "object"` and properties.' },
    ]);
  return { shape: present, notes };
}

/**
 * The shape of what a tool returns as structured content: of any kind, under a name.
 *
 * @throws SchemaError where it is no schema, or cannot be resolved
 */
export function resultOf(schema: Json, tool: string, pointer: string): RootShape {
  return rootOf(schema, tool, 'result', pointer);
}

function rootOf(schema: Json, tool: string, role: 'args' | 'result', pointer: string): RootShape {
  const document = new SchemaDocument(schema, pointer);
  const builder = new ShapeBuilder(document);
  const short = `${pascalCase(tool)}${role === 'args' ? 'Args' : 'Result'}`;
  const made = builder.root(short, role);
  if (!made)
    throw new SchemaError([{ pointer, text: 'No value satisfies this schema. Remove what contradicts the rest.' }]);
  const shape = settle(made, builder.declarations);
  return { shape: isRootDeclaration(shape) ? shape : wrapped(shape, short), notes: builder.notes };
}

function isRootDeclaration(shape: Shape): boolean {
  return shape.kind === 'named' && shape.declaration.isRoot;
}

function wrapped(shape: Shape, short: string): Shape {
  const content = { kind: 'wrapper', shape, isRecursive: false } as const;
  const declaration: Declaration = { short, isDefinition: false, isRoot: true, doc: noDoc, content };
  return { kind: 'named', declaration };
}

function isObject(shape: Shape): boolean {
  if (shape.kind !== 'named') return false;
  const { content } = shape.declaration;
  if (content.kind === 'union') return content.variants.every((variant) => isObject(variant.shape));
  return content.kind === 'object' || (content.kind === 'wrapper' && isObject(content.shape));
}
