import type { ToolCap } from '../../src/index.ts';

/** A manifest, and the types that `agent-safety codegen` generates of it. */
export const fileManager = {
  name: 'FileManager',
  tools: [
    {
      name: 'readFile',
      description: 'Read the contents of a file within the permitted root.',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, encoding: { type: 'string', enum: ['utf8', 'base64'] } },
        required: ['path'],
      },
      outputSchema: {
        type: 'object',
        properties: { content: { type: 'string' }, size_bytes: { type: 'integer' } },
        required: ['content'],
      },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'writeFile',
      description: 'Write content to a file within the permitted root.',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, content: { type: 'string' }, append: { type: 'boolean' } },
        required: ['path', 'content'],
      },
      outputSchema: {
        type: 'object',
        properties: { bytes_written: { type: 'integer' } },
        required: ['bytes_written'],
      },
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  ],
};

export interface ReadFileArgs {
  path: string;
  encoding?: Encoding;
}

export type Encoding = 'utf8' | 'base64';

export interface ReadFileResult {
  content: string;
  size_bytes?: number;
}

export type CanReadFile = ToolCap<'readFile', ReadFileArgs, ReadFileResult>;

export interface WriteFileArgs {
  path: string;
  content: string;
  append?: boolean;
}

export interface WriteFileResult {
  bytes_written: number;
}

export type CanWriteFile = ToolCap<'writeFile', WriteFileArgs, WriteFileResult>;

export type FileManagerCaps = CanReadFile | CanWriteFile;
