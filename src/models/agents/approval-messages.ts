/** A message that answers a request for approval: `{ type: 'tool-approval-response', approvalId, approved: true }`. */
export interface ApprovalMessageModel {
  /** The packages that declare what the answered question is. */
  readonly packages: readonly string[];
  /** What its `type` is. */
  readonly type: string;
  /** The property that names the question, which has one of the same name. */
  readonly id: string;
  /** The property that says yes or no. */
  readonly answer: string;
  /** What names open questions in the code around it: the type of such a part. */
  readonly questions: readonly string[];
  /** The functions that make an agent and run it: a run before it may have left questions open. */
  readonly runs: readonly string[];
}

/** Read from the declarations of `ai` 6 and 7: https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling#tool-execution-approval */
export const approvalMessages: readonly ApprovalMessageModel[] = [
  {
    packages: ['ai', '@ai-sdk/provider-utils'],
    type: 'tool-approval-response',
    id: 'approvalId',
    answer: 'approved',
    questions: ['tool-approval-request'],
    runs: ['generateText', 'streamText'],
  },
];
