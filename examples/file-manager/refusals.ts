import { errorCode, McpError } from '@agent-safety/runtime';

/** What the operating system says, and what a caller hears of it. Anything else is nobody's business but the server's. */
const refusals: Readonly<Record<string, readonly [code: number, what: string]>> = {
  EACCES: [errorCode.permissionDenied, 'may not be used by this server'],
  EPERM: [errorCode.permissionDenied, 'may not be used by this server'],
  EROFS: [errorCode.permissionDenied, 'may not be written'],
  ELOOP: [errorCode.permissionDenied, 'is, or lies behind, a symbolic link'],
  ENXIO: [errorCode.permissionDenied, 'is no regular file'],
  ENODEV: [errorCode.permissionDenied, 'is no regular file'],
  ENOENT: [errorCode.invalidParams, 'does not exist'],
  ENOTDIR: [errorCode.invalidParams, 'lies in what is no folder'],
  EISDIR: [errorCode.invalidParams, 'is a folder'],
  ENAMETOOLONG: [errorCode.invalidParams, 'is too long'],
};

/** The error for what the path names: outside of the root, a link, a device. */
export function permissionDenied(path: string, what: string): McpError {
  return new McpError(errorCode.permissionDenied, `Permission denied: \`${path}\` ${what}.`);
}

/** The error for a path, or for what is in its file, that a caller can put right. */
export function invalidParams(path: string, what: string): McpError {
  return new McpError(errorCode.invalidParams, `Invalid params: \`${path}\` ${what}.`);
}

/** Runs what touches the file system. What fails there is told by the caller's path: messages of Node name the root. */
export async function refusing<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    const [code, what] = refusals[cause.code] ?? [errorCode.internal, ''];
    if (code === errorCode.permissionDenied) throw permissionDenied(path, what);
    if (code === errorCode.invalidParams) throw invalidParams(path, what);
    throw new McpError(code, `Internal error: ${cause.code} at \`${path}\`.`, { cause });
  }
}

/** Whether the operating system, and not this program, has refused, with this code or any. */
export function isSystemError(error: unknown, code?: string): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return code === undefined ? typeof error.code === 'string' : error.code === code;
}
