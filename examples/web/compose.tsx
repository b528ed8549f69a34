import { CombinedGraphQLErrors } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useId, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { sendMessage } from './documents.ts';
import { addMessage } from './live.tsx';

const noAnswer = 'The service has not answered. Please send the message again: it will not arrive twice.';

/**
 * The form for a message. Its text stays until the service has taken it, and is sent again with the same `Idempotency-Key`, so
 * that a message whose answer was lost is not sent twice.
 */
export function Compose({ conversationId }: { conversationId: string }) {
  const [text, setText] = useState('');
  const attempt = useRef({ text: '', key: '' });
  const [send, { loading, error }] = useMutation(sendMessage);
  const [field, refusal] = [useId(), useId()];

  async function submit(event: FormEvent) {
    event.preventDefault();
    const message = text.trim();
    if (message === '' || loading) return;
    if (attempt.current.text !== message) attempt.current = { text: message, key: crypto.randomUUID() };
    const answer = await send({
      variables: { conversationId, message },
      context: { headers: { 'Idempotency-Key': attempt.current.key } },
      update: (cache, { data }) => data?.sendMessage && addMessage(cache, conversationId, data.sendMessage.message),
    }).catch(() => null); // the form shows the error
    if (!answer?.data?.sendMessage) return;
    attempt.current = { text: '', key: '' };
    setText('');
  }

  /** Enter sends, and Shift and Enter begin a new line. */
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event as never);
  }

  return (
    <form className="compose" onSubmit={(event) => void submit(event)}>
      <label htmlFor={field} className="unseen">
        Message
      </label>
      <textarea
        id={field}
        rows={1}
        value={text}
        placeholder="Message"
        maxLength={10_000}
        aria-describedby={refusal}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <button type="submit" disabled={text.trim() === ''} aria-disabled={loading}>
        Send
      </button>
      <p id={refusal} role="alert">
        {error && (CombinedGraphQLErrors.is(error) ? error.message : noAnswer)}
      </p>
    </form>
  );
}
