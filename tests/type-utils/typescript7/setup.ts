import { useCompilerOf } from '../../../src/type-utils/supported-compiler.ts';
import { placeOfTypescript7 } from './place.ts';

// Before any test file loads the compiler.
useCompilerOf(placeOfTypescript7());
