/**
 * Hands something to one module of this package and to nobody else: the first call of the function gets it, a later one
 * is an error. Modules take what they need while the package loads, before any other code can.
 *
 * @param what For the message.
 */
export function takenOnce<Value>(value: Value, what: string): () => Value {
  let isTaken = false;
  return () => {
    if (isTaken) throw new TypeError(`${what} has been taken: only the package itself can have it.`);
    isTaken = true;
    return value;
  };
}
