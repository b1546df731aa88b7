import { approvalOperators } from './approvals.ts';
import { bypassPermissions, widenAllowedTools } from './claude.ts';
import { delegationOperators } from './delegation.ts';
import type { Operator } from './operator.ts';
import {
  closeBeforeUse,
  closeByHelper,
  closeOutOfFinally,
  dropClose,
  earlyThrow,
  uncalledClose,
} from './sessions-close.ts';
import { connectLate, connectTwice, dropAwait, dropConnect, registerLate } from './sessions-open.ts';
import { hoistServer } from './sessions-share.ts';
import { toolOperators } from './tools.ts';

/** All operators, in the order of the table. */
export const operators: readonly Operator[] = [
  ...[dropAwait, dropConnect, connectLate, connectTwice, registerLate],
  ...[closeBeforeUse, closeByHelper, dropClose, uncalledClose, closeOutOfFinally, earlyThrow, hoistServer],
  ...approvalOperators,
  ...[bypassPermissions, widenAllowedTools],
  ...toolOperators,
  ...delegationOperators,
];
