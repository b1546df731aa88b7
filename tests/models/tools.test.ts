import { describe, expect, it } from 'vitest';
import { permissionModels, toolModels } from '../../src/models/tools/index.ts';
import type { PermissionModel, ToolModel } from '../../src/models/tools/tool-model.ts';
import { SdkDeclarations } from './sdk-declarations.ts';

const declarations = new SdkDeclarations();
const models: readonly (ToolModel | PermissionModel)[] = [...toolModels, ...permissionModels];

describe.each(models.map((model) => [model.id, model] as const))('%s', (_id, { callee }) => {
  const { method, ...ref } = callee;

  it('names a package and exports that there are', () => {
    const missing = ref.names.filter((name) => declarations.find({ ...ref, names: [name] }).length === 0);
    expect(missing).toEqual([]);
  });

  it('names a method that there is', () => {
    const owners = declarations.find(ref);
    expect(method === undefined || owners.some((owner) => declarations.hasMember(owner, method))).toBe(true);
  });
});

it('gives every model a name of its own', () => {
  const ids = models.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
