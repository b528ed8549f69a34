import type { Context } from '../domain/context.ts';
import { sendMessage } from '../domain/conversations/send-message.ts';
import { startConversation } from '../domain/conversations/start-conversation.ts';

/** The messages in order, each with its author. The first one starts the conversation with all recipients. */
type Talk = readonly (readonly [name: string, text: string])[];

const talks: readonly Talk[] = [
  [
    ['elena', 'Lake Merritt on Sunday? I would start at eight.'],
    ['demo', 'Eight is early, but yes.'],
    ['priya', 'I bring the coffee. Two laps or three?'],
    ['elena', 'Two, and then we talk about the third.'],
  ],
  [
    ['demo', 'How is the leg?'],
    ['hanna', 'Better, thanks! Easy kilometers only until Friday.'],
    ['demo', 'Wise. Send a picture of the lake.'],
    ['hanna', 'Deal. It is still dark when I run, though.'],
  ],
];

/** Demo data: conversations of the demo account, with some messages that it has not read. */
export async function seedDemoTalk(contextOf: (name: string) => Context): Promise<void> {
  for (const [[name, text], ...answers] of talks as readonly [Talk[number], ...Talk][]) {
    const others = [...new Set(answers.map(([other]) => other))].filter((other) => other !== name);
    const ids = others.map((other) => contextOf(other).viewer?.id ?? 0);
    const conversation = await startConversation(contextOf(name), ids, text);
    for (const [other, answer] of answers) await sendMessage(contextOf(other), conversation, answer);
  }
}
