import { CombinedGraphQLErrors } from '@apollo/client';

/** Says that something could not be read, and offers to try again. */
export function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="card trouble" role="alert">
      <p>{CombinedGraphQLErrors.is(error) ? error.message : 'The service cannot be reached.'}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
