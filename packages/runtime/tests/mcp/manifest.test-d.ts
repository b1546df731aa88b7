import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { describe, expectTypeOf, it } from 'vitest';
import { CallbackRunner, defineAgent, delegate, noGuardrailRequired, uncheckedInvocation } from '../../src/index.ts';
import type { CapOf, DynamicTool, HasCaps, NoGuardrailRequired, Tool } from '../../src/index.ts';
import { manifestOf, parseManifest, toolsFrom } from '../../src/mcp/index.ts';
import type { JsonSchemaValidator, McpClient, ToolDecision, ToolManifest } from '../../src/mcp/index.ts';
import type {
  CanReadFile,
  CanWriteFile,
  FileManagerCaps,
  ReadFileArgs,
  ReadFileResult,
  WriteFileArgs,
  WriteFileResult,
} from './file-manager.ts';

declare const manifest: ToolManifest<FileManagerCaps>;
declare const unknownManifest: ToolManifest;
declare const client: McpClient;
declare const stateless: McpClient<'Active', '2026-07-28'>;

describe('a manifest', () => {
  it('has the triples that its types were generated with, or none', () => {
    expectTypeOf(parseManifest<FileManagerCaps>({})).toEqualTypeOf<ToolManifest<FileManagerCaps>>();
    expectTypeOf(parseManifest({})).toEqualTypeOf<ToolManifest>();
    expectTypeOf(manifestOf<FileManagerCaps>(client)).resolves.toEqualTypeOf<ToolManifest<FileManagerCaps>>();
    expectTypeOf(manifestOf(stateless)).resolves.toEqualTypeOf<ToolManifest>();
    // @ts-expect-error -- before the handshake there is nothing to list
    void manifestOf({} as McpClient<'Uninit'>);
    expectTypeOf<ToolManifest<FileManagerCaps>>().not.toExtend<ToolManifest<CanReadFile>>();
  });
});

describe('its tools', () => {
  const tools = toolsFrom(manifest);

  it('have the triples as their capabilities', () => {
    expectTypeOf<CapOf<typeof tools.readFile>>().toEqualTypeOf<CanReadFile>();
    expectTypeOf<CapOf<typeof tools.writeFile>>().toEqualTypeOf<CanWriteFile>();
    const files = defineAgent({ name: 'files', tools: [tools.readFile, tools.writeFile] });
    expectTypeOf(files).toExtend<HasCaps<FileManagerCaps>>();
    const reader = defineAgent({ name: 'reader', tools: [tools.readFile] });
    expectTypeOf(reader).not.toExtend<HasCaps<FileManagerCaps>>();
    expectTypeOf(delegate(files, reader, [tools.readFile])).toExtend<HasCaps<CanReadFile>>();
    // @ts-expect-error -- the reader does not hold it
    delegate(files, reader, [tools.writeFile]);
    // @ts-expect-error -- no such tool
    void tools.deleteFile;
  });

  it('write, and require a guardrail, unless it is decided otherwise', () => {
    expectTypeOf(tools.writeFile).toEqualTypeOf<
      Tool<'writeFile', WriteFileArgs, WriteFileResult, 'write', 'required'>
    >();
    // @ts-expect-error -- nobody opted out
    uncheckedInvocation(tools.readFile);
  });

  it('have the class and guardrail that are decided', () => {
    const decided = toolsFrom(manifest, {
      decisions: { readFile: { class: 'read', guardrail: noGuardrailRequired('public') }, writeFile: {} },
    });
    expectTypeOf(decided.readFile).toEqualTypeOf<
      Tool<'readFile', ReadFileArgs, ReadFileResult, 'read', NoGuardrailRequired>
    >();
    expectTypeOf(decided.writeFile).toEqualTypeOf(tools.writeFile);
    uncheckedInvocation(decided.readFile);
    // @ts-expect-error -- neither read nor write
    toolsFrom(manifest, { decisions: { readFile: { class: 'harmless' } } });
    // @ts-expect-error -- only noGuardrailRequired opts out
    toolsFrom(manifest, { decisions: { readFile: { guardrail: 'none' } } });
  });

  it('have any class and guardrail where the decision is not known', () => {
    const known = toolsFrom(manifest, { decisions: (_tool): ToolDecision => ({ class: 'read' }) });
    expectTypeOf(known.readFile.class).toEqualTypeOf<'read' | 'write'>();
    expectTypeOf(known.readFile.guardrail).toEqualTypeOf<'required' | NoGuardrailRequired>();
    const decisions: { readFile: ToolDecision } = { readFile: {} };
    expectTypeOf(toolsFrom(manifest, { decisions }).readFile.class).toEqualTypeOf<'read' | 'write'>();
  });

  it('are called with their arguments', () => {
    const files = defineAgent({ name: 'files', tools: [tools.readFile, tools.writeFile] });
    const runner = new CallbackRunner(files, {
      beforeTool: (call) => {
        if (call.name === 'writeFile') expectTypeOf(call.args).toEqualTypeOf<WriteFileArgs>();
        return undefined;
      },
    });
    void client.callToolWith(runner, tools.writeFile, { path: 'a', content: '' });
    // @ts-expect-error -- the content is missing
    void client.callToolWith(runner, tools.writeFile, { path: 'a' });
  });

  it('are looked up by name, and known at run time only, without types', () => {
    expectTypeOf(toolsFrom(unknownManifest)).toEqualTypeOf<Readonly<Record<string, DynamicTool>>>();
    expectTypeOf(toolsFrom(unknownManifest, { decisions: { readFile: { class: 'read' } } })).toEqualTypeOf<
      Readonly<Record<string, DynamicTool>>
    >();
  });

  it("can be checked by the official SDK's validators", () => {
    expectTypeOf(new AjvJsonSchemaValidator()).toExtend<JsonSchemaValidator>();
    expectTypeOf(new CfWorkerJsonSchemaValidator()).toExtend<JsonSchemaValidator>();
    toolsFrom(manifest, { validator: new AjvJsonSchemaValidator() });
  });
});
