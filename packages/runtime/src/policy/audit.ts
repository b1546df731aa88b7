import { freeze } from '../globals.ts';
import type { MeasuredDocuments } from './content.ts';
import type { PolicyCode } from './denied.ts';
import { momentOf } from './effect.ts';
import type { RegistryPin } from './registry.ts';
import type { ToolCall } from './tool-call.ts';

/** Where a program runs. Only in development may tools run that no registry classifies. */
export type Environment = 'production' | 'development';

/**
 * What became of a call: `allowed` before the tool runs; `denied`, before or after it; `completed`; `failed` where the
 * tool threw, answered with an error, or answered a document read with what is not plain JSON; `warning` where it is
 * unclassified and runs in development.
 */
export type AuditOutcome = 'allowed' | 'denied' | 'completed' | 'failed' | 'warning';

/** An entry for an audit log. Names, hashes and sizes, and nothing of arguments and results. Deeply frozen. */
export interface AuditEvent extends MeasuredDocuments {
  readonly event: AuditOutcome;
  readonly component: 'connector' | 'gateway';
  readonly environment: Environment;
  /** Milliseconds since 1970, by the option `clock`. */
  readonly at: number;
  readonly server_id: string;
  readonly tool_name: string;
  /** By the registry. `undefined` for an unclassified tool. */
  readonly tool_class: 'read' | 'write' | undefined;
  /** Of the registry that classified the tool, or of the server's that does not have it. */
  readonly registry_pin: RegistryPin | undefined;
  readonly content_hash_alg: 'sha256';
  /** Why it was denied. */
  readonly code: PolicyCode | undefined;
  /** Of the record of the call, where there is one. */
  readonly effect_id: string | undefined;
}

/**
 * Receives each entry, and is waited for. Where it throws or rejects, so does the call: before the tool, which then does
 * not run, or after it, in the place of the result. Nothing goes through unrecorded.
 */
export type AuditListener = (event: AuditEvent) => void | Promise<void>;

/** What the entries of one call have in common. */
export interface AuditedCall {
  readonly call: ToolCall;
  readonly toolClass: 'read' | 'write' | undefined;
  readonly pin: RegistryPin | undefined;
}

/** What an entry says besides. */
export interface AuditDetail {
  readonly documents: MeasuredDocuments;
  readonly code?: PolicyCode;
  readonly effectId?: string | undefined;
}

/** Writes entries for one component. */
export interface Audit {
  readonly write: (event: AuditOutcome, of: AuditedCall, detail: AuditDetail) => Promise<void> | undefined;
}

/** Writes to a listener, or nowhere. */
export function auditTo(
  listener: AuditListener | undefined,
  component: 'connector' | 'gateway',
  environment: Environment,
  clock: () => number,
): Audit {
  return {
    write: (event, { call, toolClass, pin }, { documents, code, effectId }) => {
      if (!listener) return undefined;
      const written = listener(
        freeze({
          event,
          component,
          environment,
          at: momentOf(clock),
          server_id: call.server_id,
          tool_name: call.tool_name,
          tool_class: toolClass,
          registry_pin: pin,
          document_hashes: documents.document_hashes,
          batch_total_bytes: documents.batch_total_bytes,
          content_hash_alg: 'sha256',
          code,
          effect_id: effectId,
        }),
      );
      return written as Promise<void> | undefined;
    },
  };
}
