import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reviewPathOf } from 'eslint-plugin-agent-safety/internal/registry';
import type { Json, JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import { isJsonObject } from '../../json.ts';
import { sourceError } from '../problem.ts';
import { manifestTools } from './manifest.ts';
import { isRegistry, registryTools } from './registry.ts';
import type { RegistryFile } from './registry.ts';
import type { ToolSource } from './source.ts';

/** Bytes of a file of tools: servers list a few hundred kilobytes. */
const largest = 32 * 1024 * 1024;

/**
 * The tools in a JSON file: a manifest, or a registry with its review beside it.
 *
 * @throws Error with the file, a JSON pointer and what to do, where it cannot be read
 */
export function toolsInFile(path: string): ToolSource {
  const document = jsonIn(path);
  const fallbackName = basename(path).replace(/\.json$/i, '');
  if (!isRegistry(document)) return manifestTools(document, path, fallbackName);
  return registryTools({ document, label: path }, reviewBeside(path));
}

function reviewBeside(path: string): RegistryFile | undefined {
  const label = reviewPathOf(path);
  if (!existsSync(label)) return undefined;
  const document = jsonIn(label);
  if (!isJsonObject(document))
    throw sourceError(label, [{ pointer: '', text: 'A review has to be an object. Correct it.' }]);
  return { document, label };
}

function jsonIn(path: string): Json | JsonObject {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no ${path}. Name a manifest of tools or a registry, as a JSON file.`);
  if (!stats.isFile()) throw new Error(`${path} is no file. Name a manifest of tools or a registry, as a JSON file.`);
  if (stats.size > largest)
    throw new Error(
      `${path} has more than ${String(largest / 1024 / 1024)} MB. Generate types of a smaller list of tools.`,
    );
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}. Correct it.`, {
      cause: error,
    });
  }
}
