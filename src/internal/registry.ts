/**
 * The tool registry, for commands that need no compiler. Like `analysis.ts` beside it, this is for the package `agent-safety`
 * of the same version, and no part of the plugin's public interface.
 */
export { isMatch } from '../config/policy/policy.ts';
export type { RegistryDocument, ReviewDocument, ReviewLine, ToolLine } from '../config/registry/documents.ts';
export { parseRegistry, RegistryError } from '../config/registry/parse.ts';
export type { RegistryMistake } from '../config/registry/parse.ts';
export {
  isDocumentName,
  REGISTRY_FILE,
  REGISTRY_FOLDER,
  registriesAbove,
  registriesIn,
  reviewPathOf,
} from '../config/registry/registry-file.ts';
export type { Json, JsonObject, Registries, RegisteredTool, Registry } from '../config/registry/registry.ts';
