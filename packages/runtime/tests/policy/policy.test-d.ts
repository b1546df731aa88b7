import type { Client } from '@modelcontextprotocol/client';
import type { Server } from '@modelcontextprotocol/server';
import { describe, expectTypeOf, it } from 'vitest';
import { connectClient, createConnector, createGateway, guardServer, parseRegistry } from '../../src/policy/index.ts';
import type {
  AuditEvent,
  Connector,
  DocumentHash,
  PolicyCode,
  PolicyDenied,
  Registry,
  RegistryPin,
} from '../../src/policy/index.ts';

declare const registry: Registry;
declare const client: Client;
declare const server: Server;
declare const pin: RegistryPin;

describe('a registry', () => {
  it('is read from anything, and read-only', () => {
    expectTypeOf(parseRegistry(JSON.parse('{}'))).toEqualTypeOf<Registry>();
    // @ts-expect-error -- a pin has its algorithm before it
    parseRegistry({}, { pin: 'abc' });
    // @ts-expect-error -- what was reviewed stays as it is
    registry.tools[0] = registry.tools[1];
    // @ts-expect-error -- a document is no registry: parse it
    createConnector({ registry: { schema_id: 'talos.mcp.tool_registry' } });
  });
});

describe('a connector', () => {
  it('has the type of what its tools give', async () => {
    const connector = createConnector({ registry, call: async () => Promise.resolve(7) });
    const outcome = await connector.call({ server_id: 's', tool_name: 't' });
    expectTypeOf(outcome.result).toEqualTypeOf<number>();
    expectTypeOf(outcome.tool_effect?.document_hashes).toEqualTypeOf<readonly DocumentHash[] | undefined>();
    expectTypeOf(connector).toExtend<Connector>();
  });

  it('is for production or development', () => {
    // @ts-expect-error -- no such environment
    createConnector({ registry, environment: 'test' });
    // @ts-expect-error -- the constraint is a flag
    createConnector({ registry, capability: { constraints: { read_only: 'yes' } } });
    createConnector({ registry, onAudit: (event) => void expectTypeOf(event).toEqualTypeOf<AuditEvent>() });
  });
});

describe('a gateway', () => {
  it('needs a pin', () => {
    // @ts-expect-error -- without it, it would enforce whatever it was given
    createGateway({ registry });
    createGateway({ registry, pin: [pin] });
  });
});

describe('a connected client', () => {
  it('has the types of the client, and of its methods two', () => {
    const guarded = connectClient(client, createConnector({ registry }));
    expectTypeOf(guarded.callTool).toEqualTypeOf<Client['callTool']>();
    expectTypeOf<keyof typeof guarded>().toEqualTypeOf<'callTool' | 'listTools'>();
    // @ts-expect-error -- past the connector
    void guarded.request;
  });

  it('stands behind a guarded server', () => {
    guardServer(server, client, createConnector({ registry }), { serverId: 's' });
  });
});

describe('a denial', () => {
  it('has one of the codes', () => {
    expectTypeOf<PolicyDenied['code']>().toEqualTypeOf<PolicyCode>();
    expectTypeOf<PolicyCode>().not.toEqualTypeOf<string>();
  });
});
