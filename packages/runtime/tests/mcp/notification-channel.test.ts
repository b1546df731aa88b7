import { describe, expect, it } from 'vitest';
import { NotificationQueue, defaultChannelCapacity } from '../../src/mcp/notification-channel.ts';
import { settle } from './wire.ts';

describe('a channel of notifications', () => {
  it('gives what comes before and while it is read, in order, and ends', async () => {
    const queue = new NotificationQueue<number>();
    queue.push(1);
    const seen: number[] = [];
    const reading = (async () => {
      for await (const value of queue) seen.push(value);
    })();
    await settle();
    queue.push(2);
    queue.push(3);
    await settle();
    expect(seen).toEqual([1, 2, 3]);
    queue.push(4);
    queue.end();
    queue.push(5);
    await reading;
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('ends for a reader that starts after its end', async () => {
    const queue = new NotificationQueue<number>();
    queue.end();
    for await (const value of queue) expect.fail(String(value));
  });

  it('goes on for a later loop where the first one stopped', async () => {
    const queue = new NotificationQueue<number>();
    for (const value of [1, 2, 3]) queue.push(value);
    queue.end();
    for await (const value of queue) if (value === 1) break;
    const rest: number[] = [];
    for await (const value of queue) rest.push(value);
    expect(rest).toEqual([2, 3]);
  });

  it('has one reader at a time', async () => {
    const queue = new NotificationQueue<number>();
    const first = queue[Symbol.asyncIterator]();
    const waiting = first.next();
    await expect(queue[Symbol.asyncIterator]().next()).rejects.toThrow('Another loop reads this channel.');
    await first.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await first.next()).toEqual({ done: true, value: undefined });
    queue.push(1);
    expect(await queue[Symbol.asyncIterator]().next()).toEqual({ done: false, value: 1 });
  });

  it('serves as many calls of next as a reader makes at once', async () => {
    const queue = new NotificationQueue<number>();
    const reader = queue[Symbol.asyncIterator]();
    const both = Promise.all([reader.next(), reader.next()]);
    queue.push(1);
    queue.push(2);
    expect(await both).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
    ]);
  });

  it('holds 1024 unless it is told otherwise', () => {
    const queue = new NotificationQueue<number>();
    for (let value = 0; value < 1_030; value += 1) queue.push(value);
    expect(queue).toMatchObject({ waiting: defaultChannelCapacity, dropped: 6 });
  });

  it.each([0, -1, 1.5, NaN])('cannot hold %d', (capacity) => {
    expect(() => new NotificationQueue(capacity)).toThrow('whole number');
  });
});
