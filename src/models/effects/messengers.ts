import type { ExportRef } from '../sessions/protocol.ts';
import type { Sink } from './effect.ts';

/**
 * Bots that send to the chat that they are given. Read from grammy 1.46, telegraf 4.16, @types/node-telegram-bot-api 0.64 and
 * whatsapp-web.js 1.34.
 */
const bots = [
  { of: { packages: ['grammy'], names: ['Api'] }, label: 'telegram' },
  { of: { packages: ['telegraf'], names: ['Telegram'] }, label: 'telegram' },
  { of: { packages: ['node-telegram-bot-api'], names: ['TelegramBot'] }, label: 'telegram' },
  { of: { packages: ['whatsapp-web.js'], names: ['Client'] }, label: 'whatsapp' },
] as const;

const contents =
  'Animation Audio Contact Document Invoice Location MediaGroup Message Photo Poll Sticker Venue Video Voice';

export const messengerSinks: readonly Sink[] = bots
  .flatMap((bot): readonly Sink[] => [
    {
      ...bot,
      methods: [...contents.split(' ').map((content) => `send${content}`), 'forwardMessage*', 'copyMessage*'],
      effect: 'egress',
      target: { is: 'name', argument: 0 },
    },
    ...moderating(bot),
  ])
  .concat(moderating({ of: { packages: ['grammy', 'telegraf'], names: ['Context'] }, label: 'telegram' }));

/** What takes people out of a chat, or changes what they may do there. */
function moderating(bot: Pick<Sink, 'of' | 'label'>): readonly Sink[] {
  return [
    { ...bot, methods: ['ban*', 'kick*'], effect: 'delete' },
    { ...bot, methods: ['promote*', 'restrict*'], effect: 'write' },
  ];
}

/** What a bot answers in the conversation that it is in, or shows of itself there. */
export const conversationMethods: readonly { readonly of: ExportRef; readonly methods: readonly string[] }[] = [
  {
    of: { packages: ['grammy', 'telegraf'], names: ['Context'] },
    methods: ['answer*', 'edit*', 'react', 'reply*', 'send*'],
  },
  ...bots.map(({ of }) => ({
    of,
    methods: [
      'answer*',
      'edit*',
      'sendChatAction',
      'sendPresence*',
      'sendSeen',
      'setMy*',
      'setMessageReaction',
      'initialize',
      'destroy',
    ],
  })),
];
