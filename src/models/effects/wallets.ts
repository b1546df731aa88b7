import type { Sink } from './effect.ts';

/**
 * Wallets: what sends a transaction to a chain moves what they hold, and nothing takes it back. Read from viem 2.57,
 * ethers 6.17, @solana/web3.js 1.99 and @solana/spl-token 0.4.
 *
 * Knowingly missed: the methods that ethers makes of a contract's interface; kits that wrap these.
 */
const spends = { effect: 'spend' } as const;

export const walletSinks: readonly Sink[] = [
  {
    of: { packages: ['viem'], names: ['WalletActions', 'WalletClient', 'Client'] },
    methods: [
      ...['sendTransaction', 'sendTransactionSync', 'sendRawTransaction', 'sendRawTransactionSync'],
      ...['writeContract', 'writeContractSync', 'deployContract', 'sendCalls', 'sendCallsSync'],
    ],
    label: 'viem',
    ...spends,
  },
  {
    of: {
      packages: ['ethers'],
      names: ['Signer', 'AbstractSigner', 'BaseWallet', 'Wallet', 'JsonRpcSigner', 'NonceManager'],
    },
    methods: ['sendTransaction', 'sendUncheckedTransaction'],
    label: 'ethers',
    ...spends,
  },
  {
    of: { packages: ['ethers'], names: ['Provider', 'AbstractProvider'] },
    methods: ['broadcastTransaction'],
    label: 'ethers',
    ...spends,
  },
  {
    of: { packages: ['@solana/web3.js'], names: ['Connection'] },
    methods: ['sendTransaction', 'sendRawTransaction', 'sendEncodedTransaction'],
    label: 'solana',
    ...spends,
  },
  {
    of: { packages: ['@solana/web3.js'], names: ['sendAndConfirmTransaction', 'sendAndConfirmRawTransaction'] },
    ...spends,
  },
  { of: { packages: ['@solana/spl-token'], names: ['transfer', 'transferChecked', 'burn', 'burnChecked'] }, ...spends },
];
