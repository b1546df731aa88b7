import { memo } from '../../memo.ts';
import { signingFunctions } from '../../models/effects/services.ts';
import { calledName, calleeOriginOf, isCallOf, syntax, type ts, usesOf } from '../../type-utils/index.ts';

/**
 * Whether what a call makes is only signed: `getSignedUrl(client, new PutObjectCommand({ Bucket, Key }))` makes an address,
 * and sends nothing.
 */
export function isOnlySigned(made: ts.Node, program: ts.Program): boolean {
  if (!syntax.isNewExpression(made) || !mentionsSigning(made.getSourceFile())) return false;
  let holder = syntax.parentOf(made);
  // `isUpload ? new PutObjectCommand(place) : new GetObjectCommand(place)`
  while (syntax.isConditionalExpression(holder)) holder = syntax.parentOf(holder);
  if (!syntax.isVariableDeclaration(holder)) return isSigned(made, program);
  const uses = usesOf(holder, program);
  return uses.length > 0 && uses.every((use) => isSigned(use, program));
}

const mentionsSigning = memo((file: ts.SourceFile) => file.text.includes(signingFunctions.names[0]));

function isSigned(argument: ts.Node, program: ts.Program): boolean {
  const call = syntax.parentOf(argument);
  if (!syntax.isCallExpression(call) || calledName(call) !== signingFunctions.names[0]) return false;
  const origin = calleeOriginOf(call, program);
  return origin !== undefined && isCallOf(origin, signingFunctions);
}
