/* eslint-disable @typescript-eslint/no-unsafe-call -- what these tests are about is calls of methods that are not there */
import type { Transport as TransportV2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Transport as ServerTransportV2 } from '@modelcontextprotocol/server';
import { describe, expectTypeOf, it } from 'vitest';
import { McpClient, McpServerSession, pagesOf } from '../../src/mcp/index.ts';
import type {
  InitializeParams,
  InitializeResult,
  NotificationChannel,
  ServerNotification,
  SessionTransport,
  Subscription,
} from '../../src/mcp/index.ts';
import type {
  InMemoryTransport as InMemoryTransportV1,
  StdioClientTransport as StdioClientTransportV1,
  StreamableHTTPClientTransport as StreamableHTTPClientTransportV1,
  StreamableHTTPServerTransport as StreamableHTTPServerTransportV1,
} from './sdk-v1.ts';

declare const transport: SessionTransport;
declare function uninit(): McpClient<'Uninit'>;
declare function awaitingResult(): McpClient<'AwaitingResult'>;
declare function awaitingNotif(): McpClient<'AwaitingNotif'>;
declare function active(): McpClient;
declare function closed(): McpClient<'Closed'>;
declare function stateless(): McpClient<'Active', '2026-07-28'>;
declare function gone(): McpClient<'Closed', '2026-07-28'>;
declare function server(): McpServerSession;
declare function fresh(): McpServerSession<'Uninit'>;
declare function owing(): McpServerSession<'OwesResult'>;
declare function waiting(): McpServerSession<'AwaitingInitialized'>;
declare function over(): McpServerSession<'Closed'>;

const clientInfo = { name: 'client', version: '1' };

describe('each transition leads to the next state', () => {
  it('of a client', () => {
    expectTypeOf(McpClient.over(transport)).toEqualTypeOf<McpClient<'Uninit'>>();
    expectTypeOf(uninit().sendInitialize({ clientInfo })).resolves.toEqualTypeOf<McpClient<'AwaitingResult'>>();
    expectTypeOf(awaitingResult().recvInitializeResult()).resolves.toEqualTypeOf<
      [result: InitializeResult, next: McpClient<'AwaitingNotif'>]
    >();
    expectTypeOf(awaitingNotif().sendInitialized()).resolves.toEqualTypeOf<McpClient>();
    expectTypeOf(active().close()).resolves.toEqualTypeOf<McpClient<'Closed'>>();
    expectTypeOf(uninit().close()).resolves.toEqualTypeOf<McpClient<'Closed'>>();
    expectTypeOf(awaitingResult().close()).resolves.toEqualTypeOf<McpClient<'Closed'>>();
    expectTypeOf(awaitingNotif().close()).resolves.toEqualTypeOf<McpClient<'Closed'>>();
  });

  it('of a client that does the whole handshake', () => {
    expectTypeOf(McpClient.connect(transport, { clientInfo })).resolves.toEqualTypeOf<McpClient>();
    expectTypeOf(active().initializeResult).toEqualTypeOf<InitializeResult>();
    // @ts-expect-error nobody says who it is
    void McpClient.connect(transport, {});
    // @ts-expect-error nobody answers sampling/createMessage
    void McpClient.connect(transport, { clientInfo, handlers: {}, capabilities: { sampling: {} } });
    // @ts-expect-error nothing is agreed yet
    void awaitingResult().initializeResult;
  });

  it('of a client without a handshake', () => {
    expectTypeOf(McpClient.stateless(transport, { clientInfo })).resolves.toEqualTypeOf<
      McpClient<'Active', '2026-07-28'>
    >();
    expectTypeOf(stateless().close()).resolves.toEqualTypeOf<McpClient<'Closed', '2026-07-28'>>();
    expectTypeOf<McpClient<'Uninit', '2026-07-28'>>().toBeNever();
    expectTypeOf<McpClient<'AwaitingResult', '2026-07-28'>>().toBeNever();
    expectTypeOf<McpClient<'AwaitingNotif', '2026-07-28'>>().toBeNever();
  });

  it('of a server', () => {
    expectTypeOf(McpServerSession.over(transport, { serverInfo: clientInfo })).toEqualTypeOf<
      McpServerSession<'Uninit'>
    >();
    expectTypeOf(fresh().recvInitialize()).resolves.toEqualTypeOf<
      [params: InitializeParams, next: McpServerSession<'OwesResult'>]
    >();
    expectTypeOf(owing().sendInitializeResult()).resolves.toEqualTypeOf<McpServerSession<'AwaitingInitialized'>>();
    expectTypeOf(waiting().recvInitialized()).resolves.toEqualTypeOf<McpServerSession>();
    expectTypeOf(server().close()).resolves.toEqualTypeOf<McpServerSession<'Closed'>>();
  });

  it('and no state passes for another', () => {
    expectTypeOf(uninit()).not.toExtend<McpClient>();
    expectTypeOf(active()).not.toExtend<McpClient<'Uninit'>>();
    expectTypeOf(closed()).not.toExtend<McpClient>();
    expectTypeOf(awaitingNotif()).not.toExtend<McpClient<'AwaitingResult'>>();
    expectTypeOf(stateless()).not.toExtend<McpClient>();
    expectTypeOf(active()).not.toExtend<McpClient<'Active', '2026-07-28'>>();
    expectTypeOf(owing()).not.toExtend<McpServerSession>();
  });
});

describe('a handle in one of several states', () => {
  it('is the union of the handles in each of them', () => {
    expectTypeOf<McpClient<'Uninit'>>().toExtend<McpClient<'Uninit' | 'Active'>>();
    expectTypeOf<McpClient>().toExtend<McpClient<'Uninit' | 'Active'>>();
    expectTypeOf<McpClient<'Uninit' | 'Active'>>().toExtend<McpClient<'Uninit'> | McpClient>();
    expectTypeOf<McpClient<'Closed'>>().not.toExtend<McpClient<'Uninit' | 'Active'>>();
    expectTypeOf<McpClient<'Uninit' | 'Active'>>().not.toExtend<McpClient>();
    expectTypeOf<McpClient<'Uninit' | 'Active', '2026-07-28'>>().toExtend<McpClient<'Active', '2026-07-28'>>();
  });

  it('has the operations of all of them, and no other, before it is narrowed', () => {
    const handle = {} as McpClient<'Uninit' | 'Active'>;
    // @ts-expect-error it may be in Uninit
    void handle.listTools();
    // @ts-expect-error it may be in Active
    void handle.sendInitialize({ clientInfo });
    // @ts-expect-error it is in neither state that has it
    void handle.sendInitialized();
    expectTypeOf(handle.close()).resolves.toEqualTypeOf<McpClient<'Closed'>>();
    expectTypeOf(handle.notifications).toEqualTypeOf<NotificationChannel<ServerNotification>>();
  });

  it('narrows by its state', () => {
    const handle = {} as McpClient<'Uninit' | 'AwaitingNotif' | 'Active'>;
    switch (handle.state) {
      case 'Uninit':
        expectTypeOf(handle).toExtend<McpClient<'Uninit'>>();
        expectTypeOf(handle.sendInitialize({ clientInfo })).resolves.toEqualTypeOf<McpClient<'AwaitingResult'>>();
        // @ts-expect-error there is no callTool in Uninit
        void handle.callTool({ name: 'echo' });
        break;
      case 'AwaitingNotif':
        expectTypeOf(handle.sendInitialized()).resolves.toEqualTypeOf<McpClient>();
        // @ts-expect-error there is no callTool before initialized
        void handle.callTool({ name: 'echo' });
        break;
      default:
        expectTypeOf(handle).toExtend<McpClient>();
        expectTypeOf(handle.ping()).resolves.toBeVoid();
        // @ts-expect-error initialize is sent once
        void handle.sendInitialize({ clientInfo });
    }
  });

  it('of a server narrows as well', () => {
    const handle = {} as McpServerSession<'OwesResult' | 'Active'>;
    // @ts-expect-error the result may be owed
    void handle.sendToolListChanged();
    if (handle.state === 'Active') expectTypeOf(handle).toExtend<McpServerSession>();
    else expectTypeOf(handle).toExtend<McpServerSession<'OwesResult'>>();
  });
});

describe('what a state does not allow is not there', () => {
  it('so that each state of the handshake has its own step, and `close`, and nothing else', () => {
    expectTypeOf<keyof McpClient<'Uninit'>>().toEqualTypeOf<'state' | 'notifications' | 'close' | 'sendInitialize'>();
    expectTypeOf<keyof McpClient<'AwaitingResult'>>().toEqualTypeOf<
      'state' | 'notifications' | 'close' | 'recvInitializeResult'
    >();
    expectTypeOf<keyof McpClient<'AwaitingNotif'>>().toEqualTypeOf<
      'state' | 'notifications' | 'close' | 'sendInitialized'
    >();
    expectTypeOf<keyof McpServerSession<'Uninit'>>().toEqualTypeOf<
      'state' | 'notifications' | 'close' | 'recvInitialize'
    >();
    expectTypeOf<keyof McpServerSession<'OwesResult'>>().toEqualTypeOf<
      'state' | 'notifications' | 'close' | 'sendInitializeResult'
    >();
    expectTypeOf<keyof McpServerSession<'AwaitingInitialized'>>().toEqualTypeOf<
      'state' | 'notifications' | 'close' | 'recvInitialized'
    >();
  });

  it('before the handshake (a tool call before initialized)', () => {
    // @ts-expect-error there is no callTool in Uninit
    void uninit().callTool({ name: 'echo' });
    // @ts-expect-error there is no ping in Uninit
    void uninit().ping();
    // @ts-expect-error nothing to receive before something is sent
    void uninit().recvInitializeResult();
    // @ts-expect-error the result comes first
    void uninit().sendInitialized();
    // @ts-expect-error the result comes first
    void awaitingResult().sendInitialized();
    // @ts-expect-error there is no callTool before initialized
    void awaitingResult().callTool({ name: 'echo' });
    // @ts-expect-error there is no callTool before initialized
    void awaitingNotif().callTool({ name: 'echo' });
    // @ts-expect-error there is no listTools before initialized
    void awaitingNotif().listTools();
  });

  it('twice (double initialization)', () => {
    // @ts-expect-error initialize is sent once
    void awaitingResult().sendInitialize({ clientInfo });
    // @ts-expect-error initialize is sent once
    void awaitingNotif().sendInitialize({ clientInfo });
    // @ts-expect-error initialize is sent once
    void active().sendInitialize({ clientInfo });
    // @ts-expect-error the result is received once
    void awaitingNotif().recvInitializeResult();
    // @ts-expect-error initialized is sent once
    void active().sendInitialized();
  });

  it('after the end', () => {
    // @ts-expect-error nothing after close
    void closed().callTool({ name: 'echo' });
    // @ts-expect-error nothing after close
    void closed().listTools();
    // @ts-expect-error not even close
    void closed().close();
    // @ts-expect-error no way back
    void closed().sendInitialize({ clientInfo });
    // @ts-expect-error nothing after close
    void gone().listTools();
    // @ts-expect-error nothing after close
    void over().sendToolListChanged();
    expectTypeOf<keyof McpClient<'Closed'>>().toEqualTypeOf<'state' | 'notifications'>();
    expectTypeOf<keyof McpServerSession<'Closed'>>().toEqualTypeOf<'state' | 'notifications'>();
  });

  it('in the other era', () => {
    // @ts-expect-error there is no handshake
    void stateless().sendInitialize({ clientInfo });
    // @ts-expect-error there is no ping
    void stateless().ping();
    // @ts-expect-error subscriptions are a stream
    void stateless().subscribeResource({ uri: 'a:b' });
    // @ts-expect-error there is no logging level
    void stateless().setLoggingLevel('info');
    // @ts-expect-error there are no tasks
    void stateless().getTask({ taskId: 't' });
    // @ts-expect-error there is no discovery
    void active().discover();
    // @ts-expect-error there is no stream of subscriptions
    void active().listen({});
    // @ts-expect-error it says with each request who it is
    void McpClient.stateless(transport, {});
  });

  it('of a server (notifications during initialization)', () => {
    // @ts-expect-error nothing to tell before the handshake
    void fresh().sendToolListChanged();
    // @ts-expect-error nothing to tell before the handshake
    void owing().sendResourceListChanged();
    // @ts-expect-error nothing to tell before initialized
    void waiting().sendLoggingMessage({ level: 'info', data: 1 });
    // @ts-expect-error nothing to ask before initialized
    void waiting().createMessage({ messages: [], maxTokens: 1 });
    // @ts-expect-error the request comes first
    void fresh().sendInitializeResult();
    // @ts-expect-error the result comes first
    void owing().recvInitialized();
    // @ts-expect-error initialize is received once
    void owing().recvInitialize();
    // @ts-expect-error initialize is received once
    void server().recvInitialize();
  });
});

describe('what an active session exchanges has a type', () => {
  it('params', () => {
    // @ts-expect-error a call has a name
    void active().callTool({ arguments: {} });
    // @ts-expect-error a URI is text
    void active().readResource({ uri: 7 });
    // @ts-expect-error there is no such level
    void active().setLoggingLevel('loud');
    // @ts-expect-error a task is asked for
    void active().callToolAsTask({ name: 'echo' });
    expectTypeOf<Parameters<McpClient['getPrompt']>[0]>().toHaveProperty('name').toEqualTypeOf<string>();
  });

  it('results', () => {
    expectTypeOf(active().listTools()).resolves.toHaveProperty('tools').toBeArray();
    expectTypeOf(active().listTools()).resolves.toHaveProperty('nextCursor').toEqualTypeOf<string | undefined>();
    expectTypeOf(active().readResource({ uri: 'a:b' }))
      .resolves.toHaveProperty('contents')
      .toBeArray();
    expectTypeOf(active().ping()).resolves.toBeVoid();
    expectTypeOf(stateless().discover()).resolves.toHaveProperty('supportedVersions').toEqualTypeOf<string[]>();
    expectTypeOf(stateless().listen({ toolsListChanged: true })).resolves.toEqualTypeOf<Subscription>();
    expectTypeOf(pagesOf((page) => active().listTools(page))).toExtend<AsyncIterable<{ tools: unknown[] }>>();
    expectTypeOf(server().listRoots()).resolves.toHaveProperty('roots').toBeArray();
  });

  it('notifications, on a channel of their own in every state', () => {
    expectTypeOf(active().notifications).toEqualTypeOf<NotificationChannel<ServerNotification>>();
    expectTypeOf(closed().notifications).toEqualTypeOf<NotificationChannel<ServerNotification>>();
    expectTypeOf<Extract<ServerNotification, { method: 'notifications/resources/updated' }>['params']>()
      .toHaveProperty('uri')
      .toEqualTypeOf<string>();
    // @ts-expect-error a channel is read, not written
    active().notifications.push({ method: 'notifications/tools/list_changed' });
  });
});

describe('who answers decides what is declared', () => {
  const roots = { 'roots/list': () => ({ roots: [] }) };

  it('capabilities go with their handlers', () => {
    McpClient.over(transport, { handlers: roots, capabilities: { roots: { listChanged: true } } });
    McpClient.over(transport, { handlers: roots, capabilities: { experimental: { x: {} } } });
    // @ts-expect-error nobody answers sampling/createMessage
    McpClient.over(transport, { handlers: roots, capabilities: { sampling: {} } });
    // @ts-expect-error nobody answers elicitation/create
    void McpClient.stateless(transport, { clientInfo, capabilities: { elicitation: {} }, handlers: roots });
  });

  it('handlers get and give what the protocol says', () => {
    McpClient.over(transport, {
      handlers: {
        'sampling/createMessage': ({ maxTokens }, { signal }) => {
          expectTypeOf(maxTokens).toEqualTypeOf<number>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          return { role: 'assistant', model: 'm', content: { type: 'text', text: '' } };
        },
      },
    });
    // @ts-expect-error roots are a list
    McpClient.over(transport, { handlers: { 'roots/list': () => ({ roots: 'none' }) } });
    // @ts-expect-error clients do not answer tools/call
    McpClient.over(transport, { handlers: { 'tools/call': () => ({ content: [] }) } });
    McpServerSession.over(transport, {
      serverInfo: clientInfo,
      handlers: {
        'tools/call': async ({ name }, { client }) => {
          expectTypeOf(name).toEqualTypeOf<string>();
          await client.ping();
          return { content: [] };
        },
        // @ts-expect-error a list of tools has tools
        'tools/list': () => ({}),
      },
    });
  });

  it('versions are those with a handshake', () => {
    McpClient.over(transport, { versions: ['2025-11-25', '2025-06-18'] });
    // @ts-expect-error there must be one
    McpClient.over(transport, { versions: [] });
    // @ts-expect-error it has no handshake
    McpClient.over(transport, { versions: ['2026-07-28'] });
  });
});

describe("the official SDKs' transports fit", () => {
  it('of v2', () => {
    expectTypeOf<TransportV2>().toExtend<SessionTransport>();
    expectTypeOf<ServerTransportV2>().toExtend<SessionTransport>();
    expectTypeOf<StdioClientTransport>().toExtend<SessionTransport>();
    expectTypeOf<StreamableHTTPClientTransport>().toExtend<SessionTransport>();
  });

  it('of v1', () => {
    expectTypeOf<InMemoryTransportV1>().toExtend<SessionTransport>();
    expectTypeOf<StdioClientTransportV1>().toExtend<SessionTransport>();
    expectTypeOf<StreamableHTTPClientTransportV1>().toExtend<SessionTransport>();
    expectTypeOf<StreamableHTTPServerTransportV1>().toExtend<SessionTransport>();
  });
});
