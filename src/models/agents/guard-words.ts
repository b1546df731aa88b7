/**
 * Names of options that read as if they guarded a tool, whatever SDK they are from. A key that has one of them, and that the
 * declared type of its object does not have, stops nothing.
 */

/** Words of a name: `requireApproval`, `confirm_before`. */
const guardWords: ReadonlySet<string> = new Set(
  'approval approvals approve confirm confirmation consent guard guards guardrail guardrails hitl interrupt interrupts permission permissions'.split(
    ' ',
  ),
);

/** Whole names, in lower case. */
const guardNames: ReadonlySet<string> = new Set(
  'activetools allowedtools beforetoolcall beforetoolcallback canusetool deniedtools disallowedtools excludedtools humanintheloop pretooluse'.split(
    ' ',
  ),
);

/** The words of a name, in lower case: `needs` and `approval` of `needsApproval`. */
export function wordsOf(name: string): readonly string[] {
  return name.split(/[_-]+|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** Whether a name reads as that of a guard. */
export function readsAsGuard(name: string): boolean {
  return guardNames.has(wordsOf(name).join('')) || wordsOf(name).some((word) => guardWords.has(word));
}
