import { describe, expectTypeOf, it } from 'vitest';
import type { Bottom, Caps, IsSubset, Join, Meet, Tool, ToolCap, Top } from '../../src/index.ts';
import { bottom, capsOf, join, meet, top } from '../../src/index.ts';
import type { CapabilitySet } from '../../src/index.ts';
import type { laws } from './laws.ts';

interface Path {
  readonly path: string;
}

type Read = ToolCap<'read', Path, string>;
type Write = ToolCap<'write', Path & { readonly content: string }, number>;
type Send = ToolCap<'send', { readonly to: string[] }, void>;

/** The sets that the laws are tried on: all of three capabilities, twins in all but one part, and both ends. */
interface Sets {
  bottom: Bottom;
  read: Read;
  write: Write;
  readWrite: Read | Write;
  writeSend: Write | Send;
  all: Read | Write | Send;
  otherArgs: ToolCap<'read', { readonly path: number }, string>;
  otherResult: ToolCap<'read', Path, Uint8Array> | Write;
  top: Top;
}

type Same<A, B> = IsSubset<A, B> extends true ? IsSubset<B, A> : false;
type And<A, B> = A extends true ? B : false;
type Implies<A, B> = A extends true ? B : true;
type Iff<A, B> = A extends true ? B : B extends true ? false : true;

/** The laws, for three sets. Has to have every law that the values are asked about. */
interface Laws<A, B, C> extends Record<keyof typeof laws, boolean> {
  'meet is idempotent': Same<Meet<A, A>, A>;
  'join is idempotent': Same<Join<A, A>, A>;
  'meet is commutative': Same<Meet<A, B>, Meet<B, A>>;
  'join is commutative': Same<Join<A, B>, Join<B, A>>;
  'meet is associative': Same<Meet<Meet<A, B>, C>, Meet<A, Meet<B, C>>>;
  'join is associative': Same<Join<Join<A, B>, C>, Join<A, Join<B, C>>>;
  'meet absorbs join': Same<Meet<A, Join<A, B>>, A>;
  'join absorbs meet': Same<Join<A, Meet<A, B>>, A>;
  'meet distributes over join': Same<Meet<A, Join<B, C>>, Join<Meet<A, B>, Meet<A, C>>>;
  'top is the identity of meet': Same<Meet<A, Top>, A>;
  'bottom is the identity of join': Same<Join<A, Bottom>, A>;
  'top absorbs in join': Same<Join<A, Top>, Top>;
  'bottom absorbs in meet': Same<Meet<A, Bottom>, Bottom>;
  'a meet is below both': And<IsSubset<Meet<A, B>, A>, IsSubset<Meet<A, B>, B>>;
  'a join is above both': And<IsSubset<A, Join<A, B>>, IsSubset<B, Join<A, B>>>;
  'below is what meet leaves alone': Iff<IsSubset<A, B>, Same<Meet<A, B>, A>>;
  'below is what join adds nothing to': Iff<IsSubset<A, B>, Same<Join<A, B>, B>>;
  'meet is monotone': Implies<IsSubset<A, B>, IsSubset<Meet<A, C>, Meet<B, C>>>;
  'join is monotone': Implies<IsSubset<A, B>, IsSubset<Join<A, C>, Join<B, C>>>;
  'all is between bottom and top': And<IsSubset<Bottom, A>, IsSubset<A, Top>>;
}

/** The answers of a law for all triples of sets: `true` where it holds for each. */
type Everywhere<Name extends keyof typeof laws> = {
  [A in keyof Sets]: {
    [B in keyof Sets]: { [C in keyof Sets]: Laws<Sets[A], Sets[B], Sets[C]>[Name] }[keyof Sets];
  }[keyof Sets];
}[keyof Sets];

declare const read: Tool<'read', Path, string>;
declare const write: Tool<'write', Path & { readonly content: string }, number>;
declare const send: Tool<'send', { readonly to: string[] }, void>;

describe('the laws of the lattice hold for types', () => {
  it('one by one', () => {
    expectTypeOf<Everywhere<'meet is idempotent'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'join is idempotent'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'meet is commutative'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'join is commutative'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'meet is associative'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'join is associative'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'meet absorbs join'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'join absorbs meet'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'meet distributes over join'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'top is the identity of meet'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'bottom is the identity of join'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'top absorbs in join'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'bottom absorbs in meet'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'a meet is below both'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'a join is above both'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'below is what meet leaves alone'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'below is what join adds nothing to'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'meet is monotone'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'join is monotone'>>().toEqualTypeOf<true>();
    expectTypeOf<Everywhere<'all is between bottom and top'>>().toEqualTypeOf<true>();
  });

  it('and all of them at once', () => {
    expectTypeOf<Everywhere<keyof typeof laws>>().toEqualTypeOf<true>();
  });
});

describe('sets of capabilities as types', () => {
  it('are written as lists of tools, whose order and repetition say nothing', () => {
    expectTypeOf<Caps<[typeof read, typeof write]>>().toEqualTypeOf<Read | Write>();
    expectTypeOf<Caps<[typeof write, typeof read, typeof write]>>().toEqualTypeOf<Read | Write>();
    expectTypeOf<Caps<[]>>().toEqualTypeOf<Bottom>();
  });

  it('have intersections and unions', () => {
    expectTypeOf<Meet<Read | Write, Write | Send>>().toEqualTypeOf<Write>();
    expectTypeOf<Meet<Read, Send>>().toEqualTypeOf<Bottom>();
    expectTypeOf<Join<Read, Write>>().toEqualTypeOf<Read | Write>();
    expectTypeOf<Meet<Top, Read>>().toEqualTypeOf<Read>();
    expectTypeOf<Join<Top, Read>>().toEqualTypeOf<Top>();
  });

  it('know what is part of what', () => {
    expectTypeOf<IsSubset<Read, Read | Write>>().toEqualTypeOf<true>();
    expectTypeOf<IsSubset<Read | Write, Read>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<Bottom, Bottom>>().toEqualTypeOf<true>();
    expectTypeOf<IsSubset<Top, Read | Write | Send>>().toEqualTypeOf<false>();
  });
});

describe('triples are the same only where all three parts are', () => {
  it('not with another name, other arguments or another result', () => {
    expectTypeOf<IsSubset<Read, ToolCap<'peek', Path, string>>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<Read, ToolCap<'read', { readonly path: number }, string>>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<Read, ToolCap<'read', Path, Uint8Array>>>().toEqualTypeOf<false>();
  });

  it('not with arguments or results that are merely assignable', () => {
    expectTypeOf<IsSubset<Read, ToolCap<'read', Path, string | Uint8Array>>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<ToolCap<'read', Path & { readonly force: true }, string>, Read>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<ToolCap<'read', { readonly path?: string }, string>, Read>>().toEqualTypeOf<false>();
  });

  it('not with any, unknown or never in the place of a part', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the subject: `any` must not count as everything
    type Anything = any;
    expectTypeOf<IsSubset<ToolCap<'read', Anything, string>, Read>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<Read, ToolCap<'read', Path, Anything>>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<Read, ToolCap<'read', unknown, string>>>().toEqualTypeOf<false>();
    expectTypeOf<IsSubset<ToolCap<'read', never, string>, Read>>().toEqualTypeOf<false>();
  });

  it('known gap: any inside of a part counts as everything there', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the subject
    expectTypeOf<IsSubset<ToolCap<'read', { readonly path: any }, string>, Read>>().toEqualTypeOf<true>();
  });

  it('also where the same type was written twice', () => {
    expectTypeOf<IsSubset<Read, ToolCap<'read', { readonly path: string }, string>>>().toEqualTypeOf<true>();
  });
});

describe('sets of capabilities as values', () => {
  it('carry their set', () => {
    expectTypeOf(capsOf([read, write])).toEqualTypeOf<CapabilitySet<Read | Write>>();
    expectTypeOf(meet(capsOf([read, write]), capsOf([write, send]))).toEqualTypeOf<CapabilitySet<Write>>();
    expectTypeOf(join(capsOf([read]), capsOf([send]))).toEqualTypeOf<CapabilitySet<Read | Send>>();
    expectTypeOf(meet(top, capsOf([read]))).toEqualTypeOf<CapabilitySet<Read>>();
    expectTypeOf(join(bottom, capsOf([read]))).toEqualTypeOf<CapabilitySet<Read>>();
  });
});
