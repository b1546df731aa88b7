import { databaseSinks } from './databases.ts';
import type { Sink } from './effect.ts';
import { httpSinks } from './http.ts';
import { machineSinks } from './machines.ts';
import { messengerSinks } from './messengers.ts';
import { nodePackageSinks, nodeSinks } from './node.ts';
import { serviceSinks } from './services.ts';
import { sourceSinks } from './sources.ts';
import { statementSinks } from './statements.ts';
import { walletSinks } from './wallets.ts';

export { databasePackages } from './databases.ts';
export { openHosts, publicHosts } from './sources.ts';

/** The functions that are known to have an effect. */
export const builtInSinks: readonly Sink[] = [
  ...nodeSinks,
  ...nodePackageSinks,
  ...httpSinks,
  ...databaseSinks,
  ...statementSinks,
  ...serviceSinks,
  ...machineSinks,
  ...messengerSinks,
  ...walletSinks,
  ...sourceSinks,
];
