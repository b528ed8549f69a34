import { useMutation } from '@apollo/client/react';
import type { FormEvent } from 'react';
import { signIn } from './documents.ts';

/** @param onKey receives the key of the account */
export function SignIn({ notice, onKey }: { notice: string; onKey: (apiKey: string) => void }) {
  const [send, { loading, error }] = useMutation(signIn);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const variables = { email: String(form.get('email')), password: String(form.get('password')) };
    const answer = await send({ variables }).catch(() => null); // the form shows the error
    const apiKey = answer?.data?.signIn?.apiKey;
    if (apiKey) onKey(apiKey);
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <h1>Runners</h1>
        <p>
          Sign in with the account that <code>npm start</code> prints, or with one of your own.
        </p>
        {notice && <p role="status">{notice}</p>}
        <label htmlFor="email">E-mail address</label>
        <input id="email" name="email" type="email" autoComplete="username" required aria-describedby="refusal" />
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-describedby="refusal"
        />
        <p id="refusal" role="alert">
          {error?.message}
        </p>
        <button type="submit" disabled={loading}>
          {loading ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
