import { minImpacts } from '../facts/guardrails/sensitivity-policy.ts';

/** The JSON Schema of the option `minImpact`, of each rule that has it. */
export const minImpactSchema = {
  enum: [...minImpacts],
  description: 'The least that a tool must be able to break for it to count as sensitive.',
};
