import type { Sink } from './effect.ts';

/**
 * Wallets: what signs a transaction and sends it to a chain moves what they hold, and nothing takes it back. What is signed
 * already (`sendRawTransaction`) was decided about before. Read from viem 2.57, ethers 6.17, @solana/web3.js 1.99,
 * @solana/spl-token 0.4 and @ckb-ccc/core 1.12.
 *
 * Knowingly missed: what the program signs in one call and sends in another; the methods that ethers makes of a contract's
 * interface; kits that wrap these.
 */
export const walletSinks: readonly Sink[] = [
  {
    of: {
      packages: ['viem'],
      names: ['WalletActions', 'WalletClient', 'Client', 'BundlerActions', 'SmartAccountActions'],
    },
    methods: [
      ...['sendTransaction', 'sendTransactionSync', 'writeContract', 'writeContractSync', 'deployContract'],
      ...['sendCalls', 'sendCallsSync', 'sendUserOperation'],
    ],
    label: 'viem',
    effect: 'spend',
  },
  {
    of: {
      packages: ['ethers'],
      names: ['Signer', 'AbstractSigner', 'BaseWallet', 'Wallet', 'JsonRpcSigner', 'NonceManager'],
    },
    methods: ['sendTransaction', 'sendUncheckedTransaction'],
    label: 'ethers',
    effect: 'spend',
  },
  {
    of: { packages: ['@ckb-ccc/core'], names: ['Signer'] },
    methods: ['sendTransaction'],
    label: 'ckb',
    effect: 'spend',
  },
  {
    of: { packages: ['@solana/web3.js'], names: ['Connection'] },
    methods: ['sendTransaction'],
    label: 'solana',
    effect: 'spend',
  },
  {
    of: { packages: ['@solana/web3.js'], names: ['sendAndConfirmTransaction'] },
    effect: 'spend',
  },
  {
    of: { packages: ['@solana/spl-token'], names: ['transfer', 'transferChecked', 'burn', 'burnChecked'] },
    effect: 'spend',
  },
];

/** Methods that only a node for development has: it copies a chain, pretends to be its accounts, and takes back what was sent. */
export const developmentMethod = /^(?:anvil|ganache|hardhat|tenderly)_\w+$|^evm_(?:revert|snapshot)$/;
