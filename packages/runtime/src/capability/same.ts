declare const same: unique symbol;

/**
 * Whether two type arguments are one: `Same<A> extends Same<B>`. A condition on a type parameter itself is put off until it
 * is known, and holds in no function over any agent until then; this one is decided there, too.
 */
export interface Same<in out T> {
  readonly [same]: (type: T) => T;
}
