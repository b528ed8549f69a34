import type { Request } from 'express';

/** Whether a browser opens the address: it prefers HTML and sends no document. */
export function isForPeople(request: Request): boolean {
  const answers = ['application/json', 'application/graphql-response+json', 'text/html'];
  const names = ['query', 'documentId', 'extensions'].some((name) => request.query[name] !== undefined);
  return !names && request.accepts(answers) === 'text/html';
}
