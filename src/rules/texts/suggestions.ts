/** What suggestions do, by their ids. The same id does the same in all rules. */
export const suggestionTexts = {
  addGuard: 'Add `{{option}}` to {{owner}}.',
  awaitRequest: 'Await `{{call}}`.',
  awaitTransition: 'Await `{{opener}}`.',
  closeInFinally: 'Close `{{subject}}` in a `finally` block.',
  correctHint: 'Write `{{hint}}`.',
  createPerCall: 'Create `{{value}}` in the callback, once per {{unit}}.',
  disposeAtEnd: 'Declare `{{subject}}` with `{{keyword}}`, which closes it.',
  mintInLoop: 'Call `{{mint}}` inside the loop.',
  negateCondition: 'Negate the condition of `{{guard}}`.',
  openBefore: 'Await `{{opener}}` before it.',
  removeEntry: 'Remove {{entries}} from {{list}}.',
  renameKey: 'Write `{{name}}` instead of `{{key}}`.',
  requireApproval: 'Write `{{value}}` instead of `{{given}}`.',
  switchMode: 'Set `{{option}}` to `{{mode}}`.',
} as const;
