import { requireModuleCompiler } from '../../type-utils/index.ts';

// When it is loaded, so that a compiler which is not supported is this error, and none of what is loaded after it.
requireModuleCompiler();
